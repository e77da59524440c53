import type { Values } from '#features/worksheet/worksheet-rules.ts'

/** The sessionStorage key of a worksheet's values, followed by the prompt's id. Signing out deletes them. */
export const draftPrefix = 'worksheet_draft_'

/** Fills the stored values of a prompt into the blanks that still have their `start` value. Storage may hold anything. */
export function withDraft(promptId: string, old: Values, start: Values): Values {
  try {
    const draft: object = JSON.parse(sessionStorage.getItem(draftPrefix + promptId) as string) ?? {}
    const fits = ([name, value]: [string, unknown]) =>
      typeof value === 'string' && name in start && old[name] === start[name]
    const written = Object.entries(draft).filter(fits)
    return written.length > 0 ? { ...old, ...Object.fromEntries(written) } : old
  } catch {
    return old
  }
}

/** Keeps the values of the blanks that differ from `start` in sessionStorage, as 'worksheet_draft_' and the prompt's id. */
export function keepValues(promptId: string, values: Values, start: Values): void {
  const written = Object.entries(values).filter(([name, value]) => value !== start[name])
  try {
    if (written.length === 0) sessionStorage.removeItem(draftPrefix + promptId)
    else sessionStorage.setItem(draftPrefix + promptId, JSON.stringify(Object.fromEntries(written)))
  } catch {
    // Storage is full or blocked. The blanks work without it.
  }
}
