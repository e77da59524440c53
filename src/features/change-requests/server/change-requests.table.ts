import type { ColumnType, Generated } from 'kysely'
import type { PromptText } from '#features/catalogue/contract.ts'
import type { HiddenCharacters } from '#features/catalogue/hidden-character-rules.ts'
import type { License } from '#features/catalogue/rules.ts'
import type { Outcome } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    changeRequests: ChangeRequestsTable
  }
}

/** An edit that a member suggests for somebody else's prompt. */
export interface ChangeRequestsTable {
  id: string
  promptId: string
  /** The proposer. */
  userId: string
  /** The version of the prompt that the edit is based on. */
  baseVersion: number
  title: string
  description: string
  content: string
  variables: ColumnType<PromptText['variables'], string, string>
  /** Written as JSON text. */
  hiddenCharacters: ColumnType<HiddenCharacters[], string, string>
  /** The `hiddenVersion` of the rules that found them. */
  hiddenVersion: number
  /** The license that the prompt had when the suggested edit was sent. The proposer agreed to it. */
  licence: License
  reason: string
  state: Outcome
  /** Increases with each revision of the text. A decision must name the revision that it is about. */
  revision: Generated<number>
  /** Why the suggested edit was declined, or what the author asked to change. */
  answer: string | null
  /** The version that the edit became when it was accepted. */
  acceptedVersion: number | null
  /** Set while the suggested edit is removed by a moderator. */
  removedReason: string | null
  createdAt: Date
  revisedAt: Date
  answeredAt: Date | null
  /** When the proposer was notified that nobody had answered. */
  silenceAt: Date | null
}
