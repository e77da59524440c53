declare module '#server/platform/tables.ts' {
  interface Tables {
    votes: VotesTable
  }
}

/** A member's vote on a prompt. */
export interface VotesTable {
  user_id: string
  prompt_id: string
  value: 1 | -1
  voted_at: Date
  /** Until when it counts nowhere; null when it counts, infinity while the account is banned. */
  held_until: Date | number | null
}
