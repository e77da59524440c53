import type { ModelVendor } from '#features/models/rules.ts'
import type { GeneratedPrompt, GeneratorInput } from '../contract.ts'
import type { generationStatuses } from '../rules.ts'

declare module '#platform/tables.ts' {
  interface Tables {
    generations: GenerationsTable
  }
}

/** The generator's runs, each with the prompt that it wrote. */
export interface GenerationsTable {
  userId: string
  id: string
  idea: string
  /** The input except for the idea, the model and the keys. */
  wishes: Pick<GeneratorInput, 'kind' | 'tone' | 'audience' | 'language' | 'refine'>
  model: string
  vendor: ModelVendor
  price: number
  status: (typeof generationStatuses)[number]
  failure: string | null
  /** Prompts stored by older releases have no `variables`. */
  prompt: (Omit<GeneratedPrompt, 'variables'> & Partial<Pick<GeneratedPrompt, 'variables'>>) | null
  /** The exact model, as its vendor names it. */
  version: string | null
  createdAt: Date
}
