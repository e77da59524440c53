/**
 * Repeats `work`, which handles at most `size` rows and returns their number, until it handles fewer. Returns the number of
 * all handled rows.
 */
export async function runInBatches(size: number, work: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const handled = await work()
    total += handled
    if (handled < size) return total
  }
}
