/**
 * Whether to write colours: `--no-color` and a non-empty `NO_COLOR` turn them off, `FORCE_COLOR` turns them on, and
 * otherwise a terminal that is not dumb gets them.
 */
export function wantsColours(flag: boolean, env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
	if (!flag) return false;
	if (env.NO_COLOR) return false;
	if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "")
		return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
	return isTerminal && env.TERM !== "dumb";
}
