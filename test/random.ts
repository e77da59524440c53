/**
 * Returns a generator of random numbers from 0 to 1 (mulberry32). The same seed yields the same numbers, so each run
 * generates the same prompts.
 */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Returns a function that draws from a list by Zipf's law: the first items often, later ones more rarely. */
export function zipfFrom(seed: number): <Item>(list: readonly Item[]) => Item {
  const random = randomFrom(seed)
  return <Item>(list: readonly Item[]) => list[Math.floor((list.length + 1) ** random()) - 1] as Item
}
