import type { AccountHooks } from '#features/accounts/server/account-hooks.ts'
import type { OnPublished } from '#features/catalogue/server/insert-prompts.ts'
import type { Moderation } from '#features/catalogue/server/wait-for-moderation.ts'
import type { CommentHooks } from '#features/comments/server/comment-context.ts'
import type { OnToolsAdded } from '#features/tools/server/insert-tools.ts'
import type { Platform } from '#platform/api.ts'
import type { Reportables } from './reportables.ts'

/** What the endpoints and jobs of moderation depend on. */
export type ModerationContext = Platform & {
  /** Whether all new prompts appear at once (`post`), or some only after a moderator's approval (`pre`). */
  moderation: Moderation
  /** How old an account must be before its votes count, in hours. */
  voteMaturityHours: number
  siteName: string
  /** Returns the site's address, for links. */
  origin: () => string
  /** What can be reported, and how moderators hide and restore it. */
  reportables: Reportables
  hooks: { onPublished: OnPublished; onToolsAdded: OnToolsAdded } & CommentHooks & Pick<AccountHooks, 'credentials'>
}

/** Returns the context for a moderator's changes to prompts. These changes don't wait for approval. */
export function promptWriteContext({ now, hooks }: ModerationContext) {
  return { now: now(), moderation: 'post' as const, onPublished: hooks.onPublished }
}
