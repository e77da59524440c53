/** A table in which every row that the server confirmed must still exist when the run ends. */
export type ConfirmedTable = 'users' | 'prompts' | 'comments' | 'collections' | 'comparisons'

/**
 * A value that a member overwrites repeatedly. `confirmed` is the last one that the server confirmed, or null.
 * `possible` has those that were sent after it and not confirmed. One of them may be stored instead.
 */
type LatestValue = { confirmed: string | null; possible: Set<string> }

/**
 * An operation with an Idempotency-Key. It is `done` if the server confirmed it, `refused` if it certainly wasn't done,
 * and `unknown` if no clear response came.
 */
type KeyedOperation = { userId: string; outcome: 'done' | 'refused' | 'unknown' }

/**
 * Collects everything that the server confirmed, for comparison with the database when the run ends: the ids of new
 * `rows`, the `latest` values by the names that `recordWrite` takes, and the `keyed` operations by their keys.
 */
export function createConfirmedWrites() {
  const rows: Record<ConfirmedTable, Set<string>> = {
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
    /** Records that a value was written. `name` is `vote USER PROMPT` or `description PROMPT`, with ids. */
    recordWrite(name: string, value: string, isConfirmed: boolean) {
      const before = latest.get(name) ?? { confirmed: null, possible: new Set() }
      if (isConfirmed) latest.set(name, { confirmed: value, possible: new Set() })
      else latest.set(name, { ...before, possible: before.possible.add(value) })
    },
  }
}

export type ConfirmedWrites = ReturnType<typeof createConfirmedWrites>
