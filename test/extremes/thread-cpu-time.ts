/** The most CPU time that a call may take, in ms: 100 alone on an idle machine, more while others use its caches. */
export const callMax = 250

/**
 * Returns the CPU time in ms that work takes in this thread, which is how long others wait: the better of two
 * attempts, because the first may include compiling. If it takes at most `enough` ms, it is done only once.
 */
export async function threadCpuMsOf(work: () => unknown, enough = quickMs): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 2 && best > enough; attempt++) {
    const start = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(start)
    best = Math.min(best, (user + system) / 1_000)
  }
  return best
}

/** What takes less isn't measured again. */
const quickMs = 20
