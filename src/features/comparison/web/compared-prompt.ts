import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { blanksOf as blanksIn } from '#features/variables/variable-rules.ts'

/** The prompt of a comparison: a text, its id if it is a published prompt, and values for its blanks. */
export type ComparedPrompt = { promptId?: string; content: string; values: Record<string, string> }

/** Returns the prompt as a request sends it: its id if it has one, otherwise its text, without empty blanks. */
export function inputOf({ promptId, content, values }: ComparedPrompt) {
  const variables = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
  return promptId === undefined ? { content, variables } : { promptId, variables }
}

/**
 * Returns the blanks of a text with their defaults, including placeholders such as `[Insert topic]`, in order of first
 * use.
 */
export function blanksOf(content: string): { name: string; default: string | null }[] {
  return blanksIn(fillableSegments(content))
}

const storageKey = 'compare_draft'

/**
 * Reads the draft of /compare, which this tab keeps even during a sign-in. What is missing or invalid in the stored
 * data is empty in the draft.
 */
export function readCompareDraft(): { content: string; values: Record<string, string> } {
  try {
    const { content, values } = Object(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
    const texts = Object.entries(Object(values)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    return { content: typeof content === 'string' ? content : '', values: Object.fromEntries(texts) }
  } catch {
    return { content: '', values: {} }
  }
}

/** Saves the draft in this tab. */
export function saveCompareDraft(draft: { content: string; values: Record<string, string> }): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // Storage is full or blocked. The form works without it.
  }
}
