import type { ClaimStatus, Proof } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    authorClaims: AuthorClaimsTable
  }
}

/** Who claimed which credited name. `credited_authors.member_id` is the member who has the name now. */
export interface AuthorClaimsTable {
  id: string
  /** The credited author. */
  authorId: string
  userId: string
  status: ClaimStatus
  proof: Proof
  /** What the member wrote to the moderators. */
  note: string
  createdAt: Date
  decidedAt: Date | null
}
