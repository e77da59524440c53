import type { ModelVendor } from '#features/models/rules.ts'
import type { GeneratedPrompt, GeneratorInput } from '../contract.ts'
import type { generationStatuses } from '../rules.ts'

declare module '#platform/database/tables.ts' {
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
  prompt: StoredPrompt | null
  /** The exact model, as its vendor names it. */
  version: string | null
  createdAt: Date
}

/**
 * A prompt as it is stored: it names prompts of the catalogue only by their ids, so that nothing of one that is hidden or
 * deleted later is kept. Prompts stored by older releases have neither ids nor `variables`.
 */
export type StoredPrompt = Omit<GeneratedPrompt, 'variables' | 'source' | 'alternatives'> &
  Partial<Pick<GeneratedPrompt, 'variables'> & { sourceId: string | null; alternativeIds: string[] }>
