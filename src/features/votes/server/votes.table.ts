declare module '#server/platform/tables.ts' {
  interface Tables {
    votes: VotesTable
  }
}

/** What a member thinks of a prompt. */
export interface VotesTable {
  userId: string
  promptId: string
  value: 1 | -1
  votedAt: Date
  /** Counts nowhere until then; null when it counts, infinity while the account is banned. */
  heldUntil: Date | number | null
}
