import type { ClaimStatus, Proof } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    authorClaims: AuthorClaimsTable
  }
}

/** Who claimed which credited name. `credited_authors.member_id` is the current owner of a name. */
export interface AuthorClaimsTable {
  id: string
  authorId: string
  userId: string
  status: ClaimStatus
  proof: Proof
  note: string
  createdAt: Date
  decidedAt: Date | null
}
