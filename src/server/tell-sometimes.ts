/** The same is not told again for so long, in ms. */
const tellAgainMs = 60_000
/** More different ones than this are no longer told apart. */
const mostKnown = 100

/** Tells each trouble once a minute at most: a database that is away must not fill the log. */
export function tellSometimes(tell: (trouble: string) => void, now: () => number = Date.now) {
  const told = new Map<string, number>()
  return (trouble: string) => {
    const last = told.get(trouble)
    if (last !== undefined && now() - last < tellAgainMs) return
    if (told.size >= mostKnown) told.clear()
    told.set(trouble, now())
    tell(trouble)
  }
}
