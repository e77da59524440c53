/** What exists once the server has said so: the tables of these rows. */
export type Kind = 'users' | 'prompts' | 'comments' | 'collections' | 'comparisons'

/** A value that one member writes again and again: the last one that the server confirmed, and what may have come after. */
type Latest = { sure: string | null; perhaps: Set<string> }

/** An operation with a key. `done`: confirmed once; `refused`: surely not done; `open`: nobody knows. */
type Once = { userId: string; outcome: 'done' | 'refused' | 'open' }

/** Everything that the server confirmed, to be compared with the database at the end. */
export function createPromises() {
  const rows: Record<Kind, Set<string>> = {
    users: new Set(),
    prompts: new Set(),
    comments: new Set(),
    collections: new Set(),
    comparisons: new Set(),
  }
  const latest = new Map<string, Latest>()
  const once = {
    spends: new Map<string, Once>(),
    gifts: new Map<string, Once>(),
    subscriptions: new Map<string, Once>(),
  }
  return {
    rows,
    latest,
    once,
    /** Records a write of a value. `name`: `vote USER PROMPT` or `description PROMPT`. */
    wrote(name: string, value: string, isConfirmed: boolean) {
      const before = latest.get(name) ?? { sure: null, perhaps: new Set() }
      if (isConfirmed) latest.set(name, { sure: value, perhaps: new Set() })
      else latest.set(name, { ...before, perhaps: before.perhaps.add(value) })
    },
  }
}

export type Promises = ReturnType<typeof createPromises>
