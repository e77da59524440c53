import type { LimitRule } from '#server/platform/limits.ts'

const hour = 3600

/** New prompts by a member. */
export const creationsPerMember: LimitRule = { name: 'prompt-create', points: 30, seconds: hour }
/** Edits, deletions and restorations by a member. */
export const changesPerMember: LimitRule = { name: 'prompt-change', points: 240, seconds: hour }
/** Checks before publishing by a member. Each compares a text with many others. */
export const checksPerMember: LimitRule = { name: 'prompt-check', points: 240, seconds: hour }
/** Drafts of a member that are checked and, if they have no warnings, published. */
export const draftsPerMember: LimitRule = { name: 'prompt-drafts', points: 2_000, seconds: 24 * hour }
