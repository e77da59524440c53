import type { RawBuilder } from 'kysely'
import type { Moderation } from '#features/catalogue/server/wait-for-moderation.ts'
import type { Platform } from '#platform/api.ts'
import type { Tx } from '#platform/database/db.ts'
import type { SubjectKind } from '../rules.ts'

/** A comment that becomes public for the first time. */
export type ShownComment = {
  id: string
  /** The comment that this one replies to, or null. */
  parentId: string | null
  authorId: string
  /** The author of the comment that this one replies to, or null. */
  parentAuthorId: string | null
  subject: { kind: SubjectKind; id: string }
}

/** The hooks by which other features react to comments. The composition root provides them (src/server/hooks.ts). */
export type CommentHooks = {
  /** These hooks run in the transaction that shows a comment for the first time. */
  onCommentShown: ((tx: Tx, comment: ShownComment, now: Date) => Promise<void>)[]
  /**
   * Returns the SQL condition that `reader` may see what `person` writes. Both are SQL expressions for a user id. If the
   * hook is unset, every reader may.
   */
  maySeeContentOf?: (reader: RawBuilder<string>, person: RawBuilder<string | null>) => RawBuilder<boolean>
}

/** What the functions of this feature depend on. */
export type CommentContext = Platform & {
  hooks: CommentHooks
  /** Whether all first comments wait for a moderator (MODERATION). Unset: `post`. */
  moderation?: Moderation
}
