import type { OnPublished } from '#features/catalogue/server/insert-prompts.ts'
import type { Moderation } from '#features/catalogue/server/wait-for-moderation.ts'
import type { CommentHooks } from '#features/comments/server/comment-context.ts'
import type { OnToolsAdded } from '#features/tools/server/insert-tools.ts'
import type { Platform } from '#server/platform/api.ts'

/** The dependencies of moderation. */
export type ModerationContext = Platform & {
  moderation: Moderation
  maturityHours: number
  siteName: string
  origin: () => string
  hooks: { onPublished: OnPublished; onToolsAdded: OnToolsAdded } & CommentHooks
}

/** The context for changes of prompts. Changes by moderators aren't held for moderation. */
export function promptWriteContext({ now, hooks }: ModerationContext) {
  return { now: now(), moderation: 'post' as const, onPublished: hooks.onPublished }
}
