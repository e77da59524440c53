import type { LimitRule } from '#platform/limits.ts'

const hour = 3600

/** How many prompts a member may create in an hour. */
export const creationsPerMember: LimitRule = { name: 'prompt-create', points: 30, seconds: hour }
/** How many times in an hour a member may edit, delete or restore prompts. */
export const changesPerMember: LimitRule = { name: 'prompt-change', points: 240, seconds: hour }
/**
 * How many times in an hour a member may have a prompt checked before publishing. Each check compares the text with many
 * others.
 */
export const checksPerMember: LimitRule = { name: 'prompt-check', points: 240, seconds: hour }
/** How many drafts a day a member may have checked and, if they have no warnings, published by `publishDrafts`. */
export const draftsPerMember: LimitRule = { name: 'prompt-drafts', points: 2_000, seconds: 24 * hour }
