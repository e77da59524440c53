import type { AppError } from '#server/platform/errors.ts'
import type { Tokens } from '../contract.ts'

/** A question to one model. `key` is a member's own; it is used for this question and then forgotten. */
export type Question = {
  model: string
  system?: string
  prompt: string
  signal: AbortSignal
  key?: string
  onText: (text: string) => void
}

/** How an answer ended. `cut`: the model reached the cap. `stopped`: by whoever asked. */
export type Ending = { kind: 'done'; cut: boolean } | { kind: 'stopped' } | { kind: 'failed'; error: AppError }

/** What came of a question: also a failure has its text so far. Times in ms, cost in US dollars, estimated. */
export type Answer = {
  text: string
  tokens: Tokens
  timeToFirstToken: number | null
  time: number
  cost: number | null
  /** The exact model that answered, as the vendor names it. */
  version: string | null
  ending: Ending
}
