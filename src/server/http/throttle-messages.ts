/** After a message has been reported, the same message isn't reported again for this long, in ms. */
const repeatMs = 60_000
/** When this many different messages are remembered, all of them are forgotten, to limit memory use. */
const rememberedMax = 100

/**
 * Returns a function that reports each message at most once a minute, so that an unavailable database doesn't fill the
 * log.
 */
export function throttleMessages(report: (message: string) => void, now: () => number = Date.now) {
  const reported = new Map<string, number>()
  return (message: string) => {
    const last = reported.get(message)
    if (last !== undefined && now() - last < repeatMs) return
    if (reported.size >= rememberedMax) reported.clear()
    reported.set(message, now())
    report(message)
  }
}
