import type { Values } from '#features/catalogue/worksheet-rules.ts'

/** In this tab only, the prompt's id behind it; a sign-out forgets it. */
const prefix = 'worksheet_draft_'

/** `old`, with what was kept of this prompt in the blanks that still hold what they `start` with. Storage may hold anything. */
export function withKept(promptId: string, old: Values, start: Values): Values {
  try {
    const kept = Object(JSON.parse(sessionStorage.getItem(prefix + promptId) ?? 'null')) as Record<string, unknown>
    const next = { ...old }
    for (const [name, value] of Object.entries(kept)) {
      if (Object.hasOwn(start, name) && old[name] === start[name] && typeof value === 'string') next[name] = value
    }
    return Object.keys(kept).length > 0 ? next : old
  } catch {
    return old
  }
}

/** Keeps what was written into blanks; what they `start` with is not kept. */
export function keepValues(promptId: string, values: Values, start: Values): void {
  const written = Object.entries(values).filter(([name, value]) => value !== start[name])
  try {
    if (written.length === 0) sessionStorage.removeItem(prefix + promptId)
    else sessionStorage.setItem(prefix + promptId, JSON.stringify(Object.fromEntries(written)))
  } catch {
    // Storage is full or closed to us: the blanks work without.
  }
}
