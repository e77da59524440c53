/** The tables whose rows must exist after the server has confirmed them. */
export type Kind = 'users' | 'prompts' | 'comments' | 'collections' | 'comparisons'

/** A value that one member writes repeatedly: the last one that the server confirmed, and later ones that may be stored. */
type LatestValue = { confirmed: string | null; possible: Set<string> }

/** An operation with an Idempotency-Key. `done`: confirmed. `refused`: certainly not done. `unknown`: without a clear response. */
type KeyedOperation = { userId: string; outcome: 'done' | 'refused' | 'unknown' }

/** Everything that the server confirmed, to be compared with the database at the end. */
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
    /** Records a write of a value. `name`: `vote USER PROMPT` or `description PROMPT`. */
    recordWrite(name: string, value: string, isConfirmed: boolean) {
      const before = latest.get(name) ?? { confirmed: null, possible: new Set() }
      if (isConfirmed) latest.set(name, { confirmed: value, possible: new Set() })
      else latest.set(name, { ...before, possible: before.possible.add(value) })
    },
  }
}

export type ConfirmedWrites = ReturnType<typeof createConfirmedWrites>
