/**
 * Calls `work`, which handles up to `size` rows and returns their number, until it handles fewer than `size`. Returns
 * the total number of rows.
 */
export async function runInBatches(size: number, work: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const handled = await work()
    total += handled
    if (handled < size) return total
  }
}
