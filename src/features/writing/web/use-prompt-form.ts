import { useEffect, useRef, useState } from 'react'
import { emptyForm, type FormField, type PromptForm, readForm, refusalsOf } from '#features/catalogue/draft-rules.ts'

export type Errors = Partial<Record<FormField, string>>

const draftPrefix = 'prompt-draft'
const handedOverKey = 'create_prompt_draft'

/** Where what was typed is kept until it is stored: under the person, so that nobody else at this browser finds it. */
export function draftKey(userId: string, promptId: string | null): string {
  return `${draftPrefix}:${userId}:${promptId ?? 'new'}`
}

/**
 * The form's values, kept in the browser while one types: they survive a reload and an ended session. `start` is what
 * stands there when nothing was kept. `version`: of the prompt that is changed. `forget` once it is stored.
 */
export function usePromptForm(key: string, start: PromptForm, version?: number) {
  const [kept] = useState(() => readKept(key))
  const [form, setForm] = useState(() => (kept === null ? start : readForm(kept, start)))
  const [errors, setErrors] = useState<Errors>({})
  const isLive = useRef(false)
  const isDone = useRef(false)

  useEffect(() => {
    if (isDone.current) return
    keep(key, JSON.stringify(form) === JSON.stringify(start) ? null : { ...form, version })
  }, [key, form, start, version])

  const set = (change: Partial<PromptForm>) => {
    const next = { ...form, ...change }
    setForm(next)
    if (isLive.current) setErrors(refusalsOf(next))
  }
  return {
    form,
    set,
    errors,
    setErrors,
    /** Whether what is shown was kept from another time. */
    wasKept: kept !== null,
    /** What is wrong, shown from now on with every change. */
    check(): Errors {
      isLive.current = true
      const found = refusalsOf(form)
      setErrors(found)
      return found
    },
    reset: () => setForm(start),
    forget() {
      isDone.current = true
      keep(key, null)
    },
  }
}

/** The version that what was kept began with; null where nothing was kept. Before versions were kept, it was any. */
export function keptVersion(key: string): number | null {
  const kept = readKept(key)
  if (kept === null) return null
  const { version } = Object(kept) as { version?: unknown }
  return typeof version === 'number' ? version : 1
}

function readKept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function keep(key: string, form: (PromptForm & { version?: number }) | null) {
  try {
    if (form === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(form))
  } catch {
    // Storage is full or closed to us: the form works without.
  }
}

/** What another page (the generator) hands over to be written on; null where nothing is. */
export function readHandedOver(): PromptForm | null {
  try {
    const stored = sessionStorage.getItem(handedOverKey)
    return stored === null ? null : readForm(JSON.parse(stored), emptyForm)
  } catch {
    return null
  }
}

/** Forgets it: from here on the form keeps what is written. */
export function dropHandedOver(): void {
  try {
    sessionStorage.removeItem(handedOverKey)
  } catch {
    // Storage is closed to us.
  }
}
