import { useEffect, useRef, useState } from 'react'
import { type FormField, formErrors, type PromptForm, readForm } from '#features/catalogue/draft-rules.ts'
import { promptLimits } from '#features/catalogue/rules.ts'
import { followRenames, hasAllBlanks } from '#features/variables/variable-rename-rules.ts'
import { lineError, oneLine } from '#lib/short-text.ts'
import { type AudienceChoice, forEverybody, readAudience } from './audience-choice.ts'
import { forgetDraftKey } from './draft-key.ts'

export type Errors = Partial<Record<FormField | 'note' | 'audience', string>>

const draftPrefix = 'prompt-draft'
const handedOverKey = 'create_prompt_draft'

/**
 * The storage key of a form's unsaved values (its draft). It contains the user's id, so that other users of this
 * browser don't see the draft. `formName`: the id of the edited prompt, another name such as `fork-` with an id, or
 * null for a new prompt.
 */
export function draftKey(userId: string, formName: string | null): string {
  return `${draftPrefix}:${userId}:${formName ?? 'new'}`
}

/**
 * The values of a form, saved as a draft in localStorage under `key` so that they survive a reload and a sign-out.
 * `start`: the values if there is no draft. `version`: the version that the edit is based on. `handedOver`: the
 * initial values if another page has handed them over; a saved draft is ignored then. `firstAudience`: who sees the
 * prompt if there is no draft, and `audienceErrorOf` says what is wrong with a choice. `note` in the result: what the
 * member says about the edit. Call `forget` once the server has stored the values.
 */
export function usePromptForm(
  key: string,
  start: PromptForm,
  {
    version,
    handedOver = null,
    firstAudience = forEverybody,
    audienceErrorOf,
  }: {
    version?: number
    handedOver?: PromptForm | null
    firstAudience?: AudienceChoice
    audienceErrorOf?: (choice: AudienceChoice) => string | undefined
  } = {},
) {
  const [draft] = useState(() => (handedOver ? null : readDraft(key)))
  const [form, setForm] = useState(() => handedOver ?? (draft === null ? start : readForm(draft, start)))
  const [note, setNote] = useState(() => noteOf(draft))
  const [audience, setAudience] = useState(() => readAudience(Object(draft).audience, firstAudience))
  const [errors, setErrors] = useState<Errors>({})
  /** Whether the error messages are updated with every change. */
  const showsErrors = useRef(false)
  /** Whether the draft has been deleted and must no longer be saved. */
  const isForgotten = useRef(false)
  /**
   * The last text that contained all blanks of `form.variables`. While the author retypes the name of a blank, the text
   * lacks that blank.
   */
  const lastComplete = useRef(form.content)

  useEffect(() => {
    if (isForgotten.current) return
    const isUntouched = note === '' && JSON.stringify([form, audience]) === JSON.stringify([start, firstAudience])
    saveDraft(key, isUntouched ? null : { ...form, note, version, audience })
  }, [key, form, note, start, version, audience, firstAudience])

  const errorsOf = (newForm: PromptForm, newNote: string, choice: AudienceChoice): Errors => {
    const noteError = lineError(oneLine(newNote), 'note', { min: 0, max: promptLimits.noteMax })
    const audienceError = audienceErrorOf?.(choice)
    return {
      ...formErrors(newForm),
      ...(noteError && { note: noteError }),
      ...(audienceError && { audience: audienceError }),
    }
  }

  const set = (change: Partial<PromptForm>) => {
    const next = { ...form, ...change }
    if (change.content !== undefined && change.variables === undefined)
      next.variables = [form.content, lastComplete.current].reduce(
        (list, before) => followRenames(before, next.content, list),
        form.variables,
      )
    if (hasAllBlanks(next.content, next.variables)) lastComplete.current = next.content
    setForm(next)
    if (showsErrors.current) setErrors(errorsOf(next, note, audience))
  }
  return {
    form,
    set,
    note,
    setNote: (next: string) => {
      setNote(next)
      if (showsErrors.current) setErrors(errorsOf(form, next, audience))
    },
    audience,
    setAudience: (next: AudienceChoice) => {
      setAudience(next)
      if (showsErrors.current) setErrors(errorsOf(form, note, next))
    },
    errors,
    setErrors,
    /** Whether the values come from a saved draft. */
    wasRestored: draft !== null,
    /** Returns the errors and shows them. From then on, they are updated with every change. */
    check(): Errors {
      showsErrors.current = true
      const newErrors = errorsOf(form, note, audience)
      setErrors(newErrors)
      return newErrors
    },
    reset: () => {
      setForm(start)
      setNote('')
      setAudience(firstAudience)
    },
    forget() {
      isForgotten.current = true
      saveDraft(key, null)
      forgetDraftKey()
    },
  }
}

function noteOf(draft: unknown): string {
  const { note } = Object(draft) as { note?: unknown }
  return typeof note === 'string' ? note : ''
}

/**
 * The version of the prompt that a saved draft is based on, or null if there is no draft. A draft without a version
 * counts as based on version 1.
 */
export function draftVersion(key: string): number | null {
  const draft = readDraft(key)
  if (draft === null) return null
  const { version } = Object(draft) as { version?: unknown }
  return typeof version === 'number' ? version : 1
}

function readDraft(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

type Draft = PromptForm & { note: string; version?: number; audience: AudienceChoice }

function saveDraft(key: string, form: Draft | null) {
  try {
    if (form === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(form))
  } catch {
    // The storage is full or blocked. The form works without a saved draft.
  }
}

/** The draft that the generator's page handed over to this form, or null. Fields that it lacks are as in `start`. */
export function readHandedOverDraft(start: PromptForm): PromptForm | null {
  try {
    const stored = sessionStorage.getItem(handedOverKey)
    return stored === null ? null : readForm(JSON.parse(stored), start)
  } catch {
    return null
  }
}

/** Deletes the draft that was handed over. Call this after `readHandedOverDraft`. */
export function deleteHandedOverDraft(): void {
  try {
    sessionStorage.removeItem(handedOverKey)
  } catch {
    // The storage is blocked, so nothing is stored in it.
  }
}
