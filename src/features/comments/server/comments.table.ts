import type { Generated } from 'kysely'
import type { CommentState, Outcome } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    comments: CommentsTable
    commentThreads: CommentThreadsTable
  }
}

/** The comments on one prompt, tool or comparison. */
export interface CommentThreadsTable {
  id: string
  promptId: string | null
  toolId: string | null
  comparisonOwner: string | null
  comparisonId: string | null
  closedAt: Date | null
  /** Only moderators may open it again. */
  closedByStaff: Generated<boolean>
}

/** A comment, or with `parentId` an answer to one. `outcome`, `model` and `version` are its report of use. */
export interface CommentsTable {
  id: string
  threadId: string
  parentId: string | null
  userId: string
  content: string
  /** A hash of its letters and digits. */
  fingerprint: Buffer
  state: CommentState
  removedReason: string | null
  outcome: Outcome | null
  model: string | null
  /** What reports are added up by, in lower case. */
  modelKey: string | null
  version: number | null
  createdAt: Date
  editedAt: Date | null
  /** When everybody could see it for the first time. */
  shownAt: Date | null
  deletedAt: Date | null
}
