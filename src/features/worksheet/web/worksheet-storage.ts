import type { Values } from '#features/worksheet/worksheet-rules.ts'

/**
 * The prefix of the sessionStorage keys under which worksheets save their values. The prompt's id follows. Signing out
 * deletes these keys.
 */
export const draftPrefix = 'worksheet_draft_'

/**
 * Returns `old` with the prompt's saved values in the blanks that still have their default. Checks what it reads, since
 * the storage may contain anything.
 */
export function restoreDraft(promptId: string, old: Values, defaults: Values): Values {
  try {
    const draft: object = JSON.parse(sessionStorage.getItem(draftPrefix + promptId) as string) ?? {}
    const fits = ([name, value]: [string, unknown]) =>
      typeof value === 'string' && name in defaults && old[name] === defaults[name]
    const restoredValues = Object.entries(draft).filter(fits)
    return restoredValues.length > 0 ? { ...old, ...Object.fromEntries(restoredValues) } : old
  } catch {
    return old
  }
}

/** Saves the values that differ from their defaults in sessionStorage, under `draftPrefix` and the prompt's id. */
export function saveDraft(promptId: string, values: Values, defaults: Values): void {
  const changedValues = Object.entries(values).filter(([name, value]) => value !== defaults[name])
  try {
    if (changedValues.length === 0) sessionStorage.removeItem(draftPrefix + promptId)
    else sessionStorage.setItem(draftPrefix + promptId, JSON.stringify(Object.fromEntries(changedValues)))
  } catch {
    // The storage is full or blocked. The blanks work without it.
  }
}
