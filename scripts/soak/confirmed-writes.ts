/** The tables in which every row that the server confirmed must still exist when the run ends. */
export type Kind = 'users' | 'prompts' | 'comments' | 'collections' | 'comparisons'

/**
 * A value that one member writes repeatedly: the last one that the server confirmed, and those written after it without
 * a confirmation, which may be stored.
 */
type LatestValue = { confirmed: string | null; possible: Set<string> }

/**
 * An operation with an Idempotency-Key. It is `done` if the server confirmed it, `refused` if it certainly wasn't done,
 * and `unknown` if no clear response came.
 */
type KeyedOperation = { userId: string; outcome: 'done' | 'refused' | 'unknown' }

/** Collects everything that the server confirmed, for comparison with the database when the run ends. */
export function createConfirmedWrites() {
  const rows: Record<Kind, Set<string>> = {
    users: new Set(),
    prompts: new Set(),
    comments: new Set(),
    collections: new Set(),
    comparisons: new Set(),
  }
  const latest = new Map<string, LatestValue>()
  const keyed = {
    spends: new Map<string, KeyedOperation>(),
    gifts: new Map<string, KeyedOperation>(),
    subscriptions: new Map<string, KeyedOperation>(),
  }
  return {
    rows,
    latest,
    keyed,
    /** Records that a value was written. `name` is `vote USER PROMPT` or `description PROMPT`. */
    recordWrite(name: string, value: string, isConfirmed: boolean) {
      const before = latest.get(name) ?? { confirmed: null, possible: new Set() }
      if (isConfirmed) latest.set(name, { confirmed: value, possible: new Set() })
      else latest.set(name, { ...before, possible: before.possible.add(value) })
    },
  }
}

export type ConfirmedWrites = ReturnType<typeof createConfirmedWrites>
