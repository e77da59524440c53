import type { Values } from '#features/worksheet/worksheet-rules.ts'
import { draftPrefix as prefix } from './worksheet-storage.ts'

/** `old`, with what was kept of this prompt in the blanks that still hold what they `start` with. Storage may hold anything. */
export function withKept(promptId: string, old: Values, start: Values): Values {
  try {
    const kept: object = JSON.parse(sessionStorage.getItem(prefix + promptId) as string) ?? {}
    const fits = ([name, value]: [string, unknown]) =>
      typeof value === 'string' && name in start && old[name] === start[name]
    const written = Object.entries(kept).filter(fits)
    return written.length > 0 ? { ...old, ...Object.fromEntries(written) } : old
  } catch {
    return old
  }
}

/** Keeps what was written into blanks ('worksheet_draft_', then the id); what they `start` with is not kept. */
export function keepValues(promptId: string, values: Values, start: Values): void {
  const written = Object.entries(values).filter(([name, value]) => value !== start[name])
  try {
    if (written.length === 0) sessionStorage.removeItem(prefix + promptId)
    else sessionStorage.setItem(prefix + promptId, JSON.stringify(Object.fromEntries(written)))
  } catch {
    // Storage is full or closed to us: the blanks work without.
  }
}
