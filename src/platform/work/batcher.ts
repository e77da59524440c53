import { isRefused } from '#platform/database/db.ts'

/**
 * Handles an item as part of a batch. Resolves to null if the batch couldn't handle it; the caller then has to handle
 * it alone.
 */
export type Batcher<Item, Result> = (item: Item) => Promise<Result | null>

type Options<Item, Result> = {
  /** Returns the key of an item. Items with the same key never share a batch. */
  keyOf: (item: Item) => string
  /**
   * Runs a batch in one transaction, and returns the results by key. If a key has no result, nothing changed for its
   * item.
   */
  run: (items: Item[]) => Promise<Map<string, Result>>
  /** The maximum number of items in a batch. */
  max: number
  /**
   * How many batches may run at the same time. With more than one, a stuck connection doesn't block all items. Use 1 if
   * batches change the same row.
   */
  concurrency?: number
}

type Waiting<Item, Result> = { item: Item; resolve: (result: Result | null) => void; reject: (error: unknown) => void }

/**
 * Creates a function that runs an item immediately if fewer than `concurrency` batches are running, and otherwise in a
 * later batch. Under load, many requests thus share one statement and one commit. If the database refuses a batch,
 * nothing changes and each of its results is null. Any other error rejects all promises of the batch.
 */
export function createBatcher<Item, Result>({
  keyOf,
  run,
  max,
  concurrency = 1,
}: Options<Item, Result>): Batcher<Item, Result> {
  let waiting: Waiting<Item, Result>[] = []
  let running = 0

  async function runWaiting() {
    running++
    while (waiting.length > 0) {
      const [now, later] = split(waiting)
      waiting = later
      await runBatch(now)
    }
    running--
  }

  async function runBatch(batch: Waiting<Item, Result>[]) {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const { item, resolve } of batch) resolve(results.get(keyOf(item)) ?? null)
    } catch (error) {
      for (const { resolve, reject } of batch) isRefused(error) ? resolve(null) : reject(error)
    }
  }

  /** Splits the waiting items into the next batch, with one item for each key, and the rest. */
  function split(all: Waiting<Item, Result>[]) {
    const keys = new Set<string>()
    const [now, later]: [Waiting<Item, Result>[], Waiting<Item, Result>[]] = [[], []]
    for (const entry of all) {
      const key = keyOf(entry.item)
      const isNow = now.length < max && !keys.has(key)
      keys.add(key)
      ;(isNow ? now : later).push(entry)
    }
    return [now, later] as const
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running < concurrency) void runWaiting()
    })
}
