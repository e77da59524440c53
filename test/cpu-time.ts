/** The CPU time (user) of synchronous work, in ms: unlike its duration, it hardly depends on other programs. */
export function cpuMsOf(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  return process.cpuUsage(start).user / 1_000
}
