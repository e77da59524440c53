import type { GeneratedPrompt } from '#features/generator/contract.ts'

/** The storage keys from which other pages read a draft in this tab. */
const storageKeys = { create: 'create_prompt_draft', compare: 'compare_draft' } as const

/** Saves a prompt as the draft of the create form or the comparison. Without storage they open empty. */
export function saveDraftFor(to: keyof typeof storageKeys, prompt: GeneratedPrompt): void {
  try {
    sessionStorage.setItem(storageKeys[to], JSON.stringify(prompt))
  } catch {
    // Storage is full or blocked.
  }
}
