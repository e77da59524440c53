/**
 * Repeats `work`, which handles at most `size` rows and returns how many it handled, until few enough are left for one run.
 * Returns how many rows were handled altogether.
 */
export async function runInBatches(size: number, work: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const handled = await work()
    total += handled
    if (handled < size) return total
  }
}
