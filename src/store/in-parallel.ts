/** Runs work over items in their order, no more than `limit` at once. The first failure ends it. */
export async function inParallel<T>(
	items: readonly T[],
	limit: number,
	work: (item: T, lane: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	let failed = false;
	const lane = async (number: number) => {
		while (next < items.length && !failed) {
			const item = items[next++] as T;
			try {
				await work(item, number);
			} catch (error) {
				failed = true;
				throw error;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, items.length) }, (_, number) => lane(number)));
}
