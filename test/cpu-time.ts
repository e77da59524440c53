/**
 * Returns the user CPU time of synchronous work, in ms. In contrast to its duration, this hardly depends on other
 * programs.
 */
export function cpuMsOf(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  return process.cpuUsage(start).user / 1_000
}
