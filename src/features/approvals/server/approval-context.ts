import type { WriteContext } from '#features/catalogue/server/stored/store-prompt-change.ts'
import type { Platform } from '#platform/api.ts'
import type { LimitRule } from '#platform/limits.ts'

/** What the functions of this feature depend on. `writing` is for storing what was approved. */
export type ApprovalContext = Pick<Platform, 'db' | 'now' | 'limits'> & {
  writing: Pick<WriteContext, 'moderation' | 'onPublished'>
}

/** How often a member may send, change, comment on, decide about or answer for something. */
export const changesPerMember: LimitRule = { name: 'approvals', points: 600, seconds: 3600 }
