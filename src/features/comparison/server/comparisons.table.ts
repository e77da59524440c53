import type { Generated } from 'kysely'
import type { Tokens } from '#features/models/contract.ts'
import type { ModelVendor } from '#features/models/rules.ts'
import type { AnswerStatus } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    comparisons: ComparisonsTable
    comparison_answers: ComparisonAnswersTable
    comparison_votes: ComparisonVotesTable
  }
}

export interface ComparisonsTable {
  user_id: string
  id: string
  name: string | null
  prompt_id: string | null
  /** The text is that of a prompt, which may have been deleted since. */
  from_prompt: Generated<boolean>
  content: string
  variables: Record<string, string>
  blind: boolean
  shared_at: Date | null
  published_at: Date | null
  withdrawn_reason: string | null
  /** Where it was shown before it was taken down. */
  withdrawn_from: 'page' | 'link' | null
  created_at: Date
}

export interface ComparisonAnswersTable {
  user_id: string
  comparison_id: string
  place: number
  model: string
  vendor: ModelVendor | null
  version: string | null
  text: Generated<string>
  status: AnswerStatus
  failure: string | null
  cut: Generated<boolean>
  time_to_first_token: number | null
  time: number | null
  tokens: Tokens | null
  cost: number | null
  price: number
  pasted: Generated<boolean>
  stop_asked: Generated<boolean>
  answered_at: Date | null
}

export interface ComparisonVotesTable {
  user_id: string
  comparison_id: string
  outcome: string
  counts: boolean
  voted_at: Date
}
