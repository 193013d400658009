/** `path` with the home directory at its start as `~`: "~/work/webapp". */
export function shortenHome(path: string, home: string): string {
	const base = home.replace(/[/\\]+$/, "");
	if (base === "" || !path.startsWith(base)) return path;
	const rest = path.slice(base.length);
	return rest === "" || rest.startsWith("/") || rest.startsWith("\\") ? `~${rest}` : path;
}
