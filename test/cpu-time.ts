/**
 * CPU times of work in this thread, in ms of a quiet machine of 2026: hardly dependent on other programs, and divided by
 * how much slower this machine is at the moment. Caches that others use and time that a host takes away count as CPU time.
 */

/** The most CPU time that a call may take, in ms: 100 alone on a quiet machine. */
export const callMax = 250

/** The CPU time of synchronous work. */
export function cpuMsOf(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  return comparable(msSince(start))
}

/**
 * The CPU time that asynchronous work takes in this thread, which is how long others wait: the best of three attempts,
 * because the first may include compiling. If it takes at most `enough` ms, it isn't repeated.
 */
export async function threadCpuMsOf(work: () => unknown, enough = quickMs): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3 && best > enough; attempt++) {
    const start = process.threadCpuUsage()
    await work()
    best = Math.min(best, comparable(msSince(start)))
  }
  return best
}

/**
 * The longest CPU time for which this thread served nobody else while some asynchronous work was going on. A timer looks
 * every few ms what the thread has used since the last time.
 */
export async function longestTurnMsOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = process.threadCpuUsage()
  const look = () => {
    longest = Math.max(longest, msSince(last))
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, lookMs)
  try {
    await work()
  } finally {
    clearInterval(timer)
    look()
  }
  return comparable(longest)
}

/** What takes less isn't measured again, and not compared. */
const quickMs = 20
const lookMs = 5

function msSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}

function comparable(ms: number): number {
  return ms > quickMs ? ms / slowness() : ms
}

/** How much longer than on a quiet machine some work takes now, at least 1: the middle of five attempts. */
function slowness(): number {
  const attempts = Array.from({ length: 5 }, () => {
    const start = process.threadCpuUsage()
    knownWork()
    return msSince(start)
  })
  return Math.max(1, (attempts.sort((a, b) => a - b)[2] ?? 0) / knownMs)
}

/** What `knownWork` takes on a quiet machine, compiled. */
const knownMs = 4

/** Some work as most of what is measured: words of a text are found and counted. */
function knownWork(): number {
  const counts = new Map<string, number>()
  for (let line = 0; line < 3_000; line++) {
    const text = `${line}. In “chapter ${line}”, compare {{a}} with [b](https://c.example/${line}): naïve *words*.`
    for (const [word] of text.matchAll(/[\p{L}\d]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts.size
}
// The first calls would include compiling.
for (let call = 0; call < 10; call++) knownWork()
