import { currentReader, type Reader, readForAll } from './replicas.ts'

type Waiting<Item, Result> = {
  item: Item
  reader: Reader | null
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

type Options<Item, Result> = {
  /** Reads the results of several items, in the order of the items. */
  read: (items: Item[]) => Promise<Result[]>
  /** The maximum number of items in a batch. */
  max: number
  /** How many batches may run at the same time. More than one, so that a stuck connection doesn't stop all reads. */
  concurrency: number
}

/**
 * Creates a function that reads the result of an item. It reads immediately while fewer than `concurrency` batches run.
 * Items that arrive meanwhile share the next batch, so that under load many requests share one statement. An item never
 * joins a batch that has started, so its result is as new as its request, and what one of its readers needs, the batch
 * needs. If a batch fails, all of its items fail.
 */
export function createReadBatcher<Item, Result>({ read, max, concurrency }: Options<Item, Result>) {
  const waiting: Waiting<Item, Result>[] = []
  let running = 0

  async function readWaiting() {
    running++
    while (waiting.length > 0) await readBatch(waiting.splice(0, max))
    running--
  }

  async function readBatch(batch: Waiting<Item, Result>[]) {
    try {
      const readers = batch.map(({ reader }) => reader)
      const results = await readForAll(readers, () => read(batch.map(({ item }) => item)))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, reader: currentReader(), resolve, reject })
      if (running < concurrency) void readWaiting()
    })
}

/**
 * Creates a function that reads what is the same for everybody, such as the categories. Concurrent calls share reads,
 * but no call gets the result of a read that started before it.
 */
export function createSharedRead<Result>(read: () => Promise<Result>): () => Promise<Result> {
  const readFor = createReadBatcher<null, Result>({
    read: async (readers) => Array(readers.length).fill(await read()),
    max: 1000,
    concurrency: 3,
  })
  return () => readFor(null)
}
