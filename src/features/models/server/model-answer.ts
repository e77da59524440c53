import type { AppError } from '#platform/errors.ts'
import type { OwnKeys, Tokens } from '../contract.ts'

/**
 * A question to one model. Of the member's own `keys`, only the one for the model's source is used, for this question
 * only. With `isTrial`, an admin tests the model: the question is asked even while questions to the source are suspended
 * after failures.
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

/** How an answer ended. `cut`: whether the length limit or a content filter ended it. `stopped`: the caller ended it. */
export type Ending = { kind: 'done'; cut: boolean } | { kind: 'stopped' } | { kind: 'failed'; error: AppError }

/**
 * The result of a question. After a failure, `text` is what arrived before it. Times are in ms, `cost` in US dollars.
 */
export type Answer = {
  text: string
  tokens: Tokens
  timeToFirstToken: number | null
  time: number
  cost: number | null
  /** The most that the vendor may bill to the site, in US dollars: 0 with a member's own key. */
  spent: number
  /** What the vendor calls the exact model that answered. */
  version: string | null
  ending: Ending
}
