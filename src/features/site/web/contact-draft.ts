const storageKey = 'contact-draft'

/**
 * Returns this tab's draft of the contact form, by field. Empty fields are left out, so that they don't replace a
 * subject that a link sets.
 */
export function readDraft(): Record<string, string> {
  try {
    const draft: Record<string, string> = Object(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
    return Object.fromEntries(Object.entries(draft).filter(([, text]) => text !== ''))
  } catch {
    return {}
  }
}

/** Saves the form's values in this tab. With null, deletes the saved values. */
export function saveDraft(form: HTMLFormElement | null): void {
  try {
    if (form) sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(new FormData(form))))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Storage is full or blocked. The form works without it.
  }
}
