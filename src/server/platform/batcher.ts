import { isRefused } from './db.ts'

/** The answer to an item; null if its batch left it out, and the caller has to run it by itself. */
export type Batched<Item, Answer> = (item: Item) => Promise<Answer | null>

type Options<Item, Answer> = {
  /** Items with the same key never share a batch. */
  keyOf: (item: Item) => string
  /** Runs a batch in one transaction. Returns answers by key. A missing one means that nothing changed for that item. */
  run: (items: Item[]) => Promise<Map<string, Answer>>
  /** The most items in a batch. */
  max: number
}

type Waiting<Item, Answer> = { item: Item; answer: (answer: Answer | null) => void; fail: (error: unknown) => void }

/**
 * Runs items at once, and collects those that arrive meanwhile for the next batch: under load one statement and one commit
 * serve many people. If the database refuses a batch, nothing changed, and each item is answered with null.
 */
export function createBatcher<Item, Answer>({ keyOf, run, max }: Options<Item, Answer>): Batched<Item, Answer> {
  let waiting: Waiting<Item, Answer>[] = []
  let isBusy = false

  async function runWaiting() {
    isBusy = true
    while (waiting.length > 0) {
      const [now, later] = split(waiting)
      waiting = later
      await runBatch(now)
    }
    isBusy = false
  }

  async function runBatch(batch: Waiting<Item, Answer>[]) {
    try {
      const answers = await run(batch.map(({ item }) => item))
      for (const { item, answer } of batch) answer(answers.get(keyOf(item)) ?? null)
    } catch (error) {
      for (const { answer, fail } of batch) isRefused(error) ? answer(null) : fail(error)
    }
  }

  /** The first item of each key, and the rest in order. */
  function split(all: Waiting<Item, Answer>[]) {
    const keys = new Set<string>()
    const [now, later]: [Waiting<Item, Answer>[], Waiting<Item, Answer>[]] = [[], []]
    for (const one of all) {
      const key = keyOf(one.item)
      const isNow = now.length < max && !keys.has(key)
      keys.add(key)
      ;(isNow ? now : later).push(one)
    }
    return [now, later] as const
  }

  return (item) =>
    new Promise((answer, fail) => {
      waiting.push({ item, answer, fail })
      if (!isBusy) void runWaiting()
    })
}
