import type { ColumnType, Generated } from 'kysely'
import type { PromptEdit } from '#features/writing/contract.ts'
import type { ApprovalKind, ApprovalState } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    approvals: ApprovalsTable
    approvalComments: { id: string; approvalId: string; userId: string; body: string; createdAt: Date }
    promptReviews: PromptReviewsTable
    /** Members who no longer answer for prompts of a group. A job tells its approvers and deletes the row. */
    groupHandovers: { id: string; groupId: string; userId: string | null; prompts: number }
  }
}

/** What is stored if a request is approved. */
export type ApprovalChange = Omit<PromptEdit, 'version' | 'note'>

/** Something that waits, or waited, for an approver of a group. */
export interface ApprovalsTable {
  id: string
  promptId: string
  /** The group whose approvers decide. */
  groupId: string
  /** Who sent it. */
  userId: string
  kind: ApprovalKind
  change: ColumnType<ApprovalChange, string, string>
  /** The version of the prompt that it was written for. */
  baseVersion: number
  note: Generated<string>
  state: ApprovalState
  /** Increases with each new text. A decision must name the revision that it is about. */
  revision: Generated<number>
  /** Why it was returned. */
  answer: string | null
  deciderId: string | null
  createdAt: Date
  revisedAt: Date
  decidedAt: Date | null
}

/** Database triggers begin, end and hand over reviews (db/migrations/0192_prompt_reviews.sql). */
export interface PromptReviewsTable {
  promptId: string
  groupId: string
  /** The member of the group who answers for the prompt. Null if its approvers do. */
  ownerId: string | null
  /** Until when the prompt counts as reviewed. */
  dueAt: Date
  /** When the owner was asked whether the prompt is still right, once it was due. */
  askedAt: Date | null
}
