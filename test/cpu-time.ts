/**
 * Returns the user CPU time of synchronous work, in ms. Unlike the duration, it hardly depends on other programs.
 */
export function cpuMsOf(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  return process.cpuUsage(start).user / 1_000
}

/**
 * Returns the longest time in ms of CPU for which this thread served nobody else while some asynchronous work was going
 * on. A timer looks every few ms what the thread has used since the last time.
 */
export async function longestTurnMsOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1_000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, lookMs)
  try {
    await work()
  } finally {
    clearInterval(timer)
    look()
  }
  return longest
}

const lookMs = 5
