import { type AiVendor, aiVendors } from '#features/models/rules.ts'
import type { Verdict } from '../blind/verdict.tsx'

/** The texts of pasted answers, by the family that wrote them. */
export type PastedTexts = Partial<Record<AiVendor, string>>

/**
 * The chosen models and pasted answers for a prompt. `chosen` has the ids of models and families, and is undefined
 * before any choice. `verdict` says which answer the visitor finds best.
 */
export type PastedDraft = { chosen?: string[]; texts: PastedTexts; verdict?: Verdict | null }

const storageKey = 'compare_pasted'

/**
 * Reads the draft that this tab stores for a prompt. `sourceId` is the prompt's id, or '' at /compare. Returns an empty
 * draft if the stored one is invalid or for another prompt.
 */
export function readPastedDraft(sourceId: string): PastedDraft {
  try {
    const draft = Object(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
    if (draft.source !== sourceId) return { texts: {} }
    const texts = Object(draft.texts)
    const pastedVendors = aiVendors.filter((vendor) => typeof texts[vendor] === 'string')
    return {
      chosen: isTextList(draft.chosen) ? draft.chosen : undefined,
      texts: Object.fromEntries(pastedVendors.map((vendor) => [vendor, texts[vendor]])),
      verdict: isVerdict(draft.verdict) ? draft.verdict : undefined,
    }
  } catch {
    return { texts: {} }
  }
}

/**
 * Stores a draft in this tab, where it survives a sign-in. Removes this prompt's stored draft if no answer is pasted.
 * The tab stores one draft, so answers that are pasted for another prompt replace it.
 */
export function savePastedDraft(sourceId: string, draft: PastedDraft): void {
  try {
    const isEmpty = Object.values(draft.texts).every((text) => text === '')
    if (isEmpty && Object.keys(readPastedDraft(sourceId).texts).length > 0) sessionStorage.removeItem(storageKey)
    if (!isEmpty) sessionStorage.setItem(storageKey, JSON.stringify({ source: sourceId, ...draft }))
  } catch {
    // Storage is full or blocked. The form works without it.
  }
}

function isVerdict(value: unknown): value is Verdict {
  const { outcome, note } = Object(value)
  return typeof outcome === 'string' && typeof note === 'string'
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}
