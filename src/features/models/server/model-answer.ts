import type { AppError } from '#server/platform/errors.ts'
import type { OwnKeys, Tokens } from '../contract.ts'

/**
 * A question to one model. `keys`: the member's own keys; the one for the source is used, for this question only.
 * `isTrial`: an admin's test (try-model.ts), asked even while questions are suspended.
 */
export type Question = {
  model: string
  system?: string
  prompt: string
  signal: AbortSignal
  keys?: OwnKeys
  isTrial?: boolean
  onText: (text: string) => void
}

/** How an answer ended. `cut`: at the length limit, or by a content filter. `stopped`: by the caller. */
export type Ending = { kind: 'done'; cut: boolean } | { kind: 'stopped' } | { kind: 'failed'; error: AppError }

/** The result of a question. After a failure, `text` is what was received before. Times in ms, cost in US dollars. */
export type Answer = {
  text: string
  tokens: Tokens
  timeToFirstToken: number | null
  time: number
  cost: number | null
  /** The vendor's name of the exact model that answered. */
  version: string | null
  ending: Ending
}
