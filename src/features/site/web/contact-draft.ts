const storageKey = 'contact-draft'

/** The draft of the contact form in this tab, by field. */
export function readDraft(): Record<string, string> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
  } catch {
    return {}
  }
}

/** Saves the form's values in this tab; null deletes them. */
export function saveDraft(form: HTMLFormElement | null): void {
  try {
    if (form) sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(new FormData(form))))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Storage is full or blocked. The form works without it.
  }
}
