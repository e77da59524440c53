import type { AppError } from '#server/platform/errors.ts'
import type { OwnKeys, Tokens } from '../contract.ts'

/**
 * A question to one model. Of the member's own `keys`, only the one for the model's source is used, for this question
 * only. A trial (`isTrial`) is asked even while questions are suspended.
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

/** How an answer ended. `cut` means at the length limit or by a content filter. `stopped` means by the caller. */
export type Ending = { kind: 'done'; cut: boolean } | { kind: 'stopped' } | { kind: 'failed'; error: AppError }

/**
 * The result of a question. After a failure, `text` is what was received before. Times are in ms, `cost` in US dollars.
 */
export type Answer = {
  text: string
  tokens: Tokens
  timeToFirstToken: number | null
  time: number
  cost: number | null
  /** What the vendor calls the exact model that answered. */
  version: string | null
  ending: Ending
}
