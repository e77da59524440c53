import type { Values } from '#features/worksheet/worksheet-rules.ts'

/**
 * The prefix of the sessionStorage keys under which worksheets save their values. The prompt's id follows. Signing out
 * deletes these keys.
 */
export const keyPrefix = 'worksheet_draft_'

/**
 * Returns `old` with the prompt's saved values in the blanks that still have their default. Checks what it reads, since
 * the storage may contain anything.
 */
export function restoreValues(promptId: string, old: Values, defaults: Values): Values {
  try {
    const saved: object = JSON.parse(sessionStorage.getItem(keyPrefix + promptId) as string) ?? {}
    const fits = ([name, value]: [string, unknown]) =>
      typeof value === 'string' && name in defaults && old[name] === defaults[name]
    const restoredValues = Object.entries(saved).filter(fits)
    return restoredValues.length > 0 ? { ...old, ...Object.fromEntries(restoredValues) } : old
  } catch {
    return old
  }
}

/** Saves the values that differ from their defaults in sessionStorage, under `keyPrefix` and the prompt's id. */
export function saveValues(promptId: string, values: Values, defaults: Values): void {
  const changedValues = Object.entries(values).filter(([name, value]) => value !== defaults[name])
  try {
    if (changedValues.length === 0) sessionStorage.removeItem(keyPrefix + promptId)
    else sessionStorage.setItem(keyPrefix + promptId, JSON.stringify(Object.fromEntries(changedValues)))
  } catch {
    // The storage is full or blocked. The blanks work without it.
  }
}
