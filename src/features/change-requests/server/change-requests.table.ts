import type { ColumnType, Generated } from 'kysely'
import type { VersionedPrompt } from '#features/catalogue/contract.ts'
import type { License } from '#features/catalogue/rules.ts'
import type { Outcome } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    changeRequests: ChangeRequestsTable
  }
}

/** An edit that a member suggests for somebody else's prompt. */
export interface ChangeRequestsTable {
  id: string
  promptId: string
  /** Who suggests it. */
  userId: string
  baseVersion: number
  title: string
  description: string
  content: string
  variables: ColumnType<VersionedPrompt['variables'], string, string>
  /** The prompt's license when it was sent, which its proposer agreed to. */
  licence: License
  reason: string
  state: Outcome
  /** Increases with each revision of the text. A decision must name it. */
  revision: Generated<number>
  /** Why it was declined, or what the author asked to change. */
  answer: string | null
  acceptedVersion: number | null
  /** Set while it is removed by a moderator. */
  removedReason: string | null
  createdAt: Date
  revisedAt: Date
  answeredAt: Date | null
  /** When its proposer was notified that nobody answered. */
  silenceAt: Date | null
}
