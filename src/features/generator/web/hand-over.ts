import type { GeneratedPrompt } from '#features/generator/contract.ts'

/** Under which names other pages look for what is handed over to them, in this tab. */
const storageKeys = { create: 'create_prompt_draft', compare: 'compare_draft' } as const

/** Lays a prompt ready for the create form or for the comparison. A browser that refuses storage opens them empty. */
export function handOver(to: keyof typeof storageKeys, prompt: GeneratedPrompt): void {
  try {
    sessionStorage.setItem(storageKeys[to], JSON.stringify(prompt))
  } catch {
    // Storage is full or closed to us.
  }
}
