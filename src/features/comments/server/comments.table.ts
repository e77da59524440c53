import type { Generated } from 'kysely'
import type { CommentState, Outcome } from '../rules.ts'

declare module '#platform/database/tables.ts' {
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
  /** The id of the comparison's owner. It is part of the foreign key to the comparison. */
  comparisonOwner: string | null
  comparisonId: string | null
  closedAt: Date | null
  /**
   * Whether a moderator who isn't the subject's author closed the comments. Then only moderators may open them again.
   */
  closedByStaff: Generated<boolean>
}

/** A comment, or with `parentId` a reply to a comment. `outcome`, `model` and `version` are its report of use. */
export interface CommentsTable {
  id: string
  threadId: string
  parentId: string | null
  userId: string
  content: string
  /** A hash of the comment's letters and digits, by which equal texts are found. Empty once the text is erased. */
  fingerprint: Buffer
  state: CommentState
  removedReason: string | null
  outcome: Outcome | null
  model: string | null
  /** The model's family in lower case. Reports of use are grouped by it. */
  modelKey: string | null
  version: number | null
  createdAt: Date
  editedAt: Date | null
  /** When the comment became public for the first time. */
  shownAt: Date | null
  deletedAt: Date | null
}
