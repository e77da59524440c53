import type { OnPublished } from '#features/catalogue/server/insert-prompts.ts'
import type { Moderation } from '#features/catalogue/server/wait-for-moderation.ts'
import type { CommentHooks } from '#features/comments/server/comment-context.ts'
import type { OnToolsAdded } from '#features/tools/server/insert-tools.ts'
import type { Platform } from '#server/platform/api.ts'

/** The dependencies of moderation. */
export type ModerationContext = Platform & {
  moderation: Moderation
  /** The age, in hours, from which an account's votes count. */
  maturityHours: number
  siteName: string
  origin: () => string
  hooks: { onPublished: OnPublished; onToolsAdded: OnToolsAdded } & CommentHooks
}

/** The context for changes to prompts. Changes by moderators don't wait for approval. */
export function promptWriteContext({ now, hooks }: ModerationContext) {
  return { now: now(), moderation: 'post' as const, onPublished: hooks.onPublished }
}
