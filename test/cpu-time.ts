/**
 * Returns the user CPU time of synchronous work, in ms. Unlike the duration, it hardly depends on other programs.
 */
export function cpuMsOf(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  return process.cpuUsage(start).user / 1_000
}
