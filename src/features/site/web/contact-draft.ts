const storageKey = 'contact-draft'

/** What was begun on the contact form in this tab, by field; empty where nothing was. */
export function savedDraft(): Record<string, string> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
  } catch {
    return {}
  }
}

/** Keeps what is in the form until it is sent (null) or the tab is closed. */
export function saveDraft(form: HTMLFormElement | null): void {
  try {
    if (form) sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(new FormData(form))))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Storage is full or closed to us: the form works without.
  }
}
