import type { HeldUntil } from './held-until.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    votes: VotesTable
  }
}

/** A member's vote on a prompt. */
export interface VotesTable {
  userId: string
  promptId: string
  value: 1 | -1
  votedAt: Date
  /** The time until which the vote doesn't count. Null if it counts, infinity while the account is banned. */
  heldUntil: HeldUntil
  /**
   * The time from which daily counts include the vote: its release if it was held. Null if that is `votedAt`, or while
   * the vote is held and no day has counted it.
   */
  effectiveAt: Date | null
}
