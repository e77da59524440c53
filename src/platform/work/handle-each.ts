import { isDatabaseUnreachable } from '#platform/database/db.ts'

type Loop<Item> = {
  /** Returns the next items after `last`, or the first if it is undefined, in an order that all calls share. */
  read: (last: Item | undefined) => Promise<Item[]>
  /** Handles these items, in transactions of its own. Several processes may handle the same item. */
  handle: (items: Item[]) => Promise<unknown>
  /** The id of an item, for the error. */
  idOf: (item: Item) => string
}

/** How many failed items the error names. */
const namedMax = 5

/**
 * Handles people's things batch by batch, so that one that always fails never holds up the others: if a batch fails, its
 * items are handled one by one. At the end, throws an Error that names those that failed. The next run tries them again,
 * after the others have had their turn. Stops immediately if the database can't be reached.
 */
export async function handleEach<Item>({ read, handle, idOf }: Loop<Item>): Promise<void> {
  const failures: { item: Item; error: unknown }[] = []
  for (let items = await read(undefined); items.length > 0; items = await read(items.at(-1))) {
    if (items.length > 1 && (await succeeds(() => handle(items)))) continue
    for (const item of items)
      await handle([item]).catch((error) => {
        if (isDatabaseUnreachable(error)) throw error
        failures.push({ item, error })
      })
  }
  const [first] = failures
  if (!first) return
  const names = failures.slice(0, namedMax).map(({ item }) => idOf(item))
  const more = failures.length > namedMax ? ` and ${failures.length - namedMax} more` : ''
  throw new Error(`Failed for ${names.join(', ')}${more}: ${(first.error as Error).message}`, { cause: first.error })
}

/** Returns whether the work succeeds. Its error doesn't matter, because each item is tried again on its own. */
async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isDatabaseUnreachable(error)) throw error
    return false
  }
}
