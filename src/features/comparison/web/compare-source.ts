import { parsePrompt } from '#features/catalogue/variable-rules.ts'

/** What is compared: a published prompt, or a text; and what stands in its blanks. */
export type CompareSource = { promptId?: string; content: string; values: Record<string, string> }

/** The body's part that names the source: blanks that are empty are not said. */
export function wishOf({ promptId, content, values }: CompareSource) {
  const variables = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
  return promptId === undefined ? { content, variables } : { promptId, variables }
}

/** The names of a source's blanks, in order of first use. */
export function blanksOf(content: string): string[] {
  return [...new Set(parsePrompt(content).flatMap((segment) => (segment.kind === 'variable' ? [segment.name] : [])))]
}

const storageKey = 'compare_draft'

/** What stands at /compare, or was handed over to it: kept in this tab, also over a sign-in. Storage may hold anything. */
export function readCompareDraft(): { content: string; values: Record<string, string> } {
  try {
    const { content, values } = Object(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
    const said = Object.entries(Object(values)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    return { content: typeof content === 'string' ? content : '', values: Object.fromEntries(said) }
  } catch {
    return { content: '', values: {} }
  }
}

/** Keeps it. */
export function keepCompareDraft(draft: { content: string; values: Record<string, string> }): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // Storage is full or closed to us: the form works without.
  }
}
