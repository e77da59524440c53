import type { HeldUntil } from './held-until.ts'

declare module '#server/platform/tables.ts' {
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
}
