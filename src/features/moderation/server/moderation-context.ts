import type { OnPublished } from '#features/catalogue/server/insert-prompts.ts'
import type { Moderation } from '#features/catalogue/server/wait-for-moderation.ts'
import type { OnToolsAdded } from '#features/tools/server/insert-tools.ts'
import type { Platform } from '#server/platform/api.ts'

/** What the verbs of moderation work with. */
export type ModerationContext = Platform & {
  moderation: Moderation
  maturityHours: number
  siteName: string
  origin: () => string
  hooks: { onPublished: OnPublished; onToolsAdded: OnToolsAdded }
}

/** What the catalogue's verbs want of us. A moderator's own writing never waits. */
export function writingOf({ now, hooks }: ModerationContext) {
  return { now: now(), moderation: 'post' as const, onPublished: hooks.onPublished }
}
