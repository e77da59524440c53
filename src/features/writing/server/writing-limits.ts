import type { LimitRule } from '#server/platform/limits.ts'

const hour = 3600

/** Prompts that a member writes. */
export const createOfMember: LimitRule = { name: 'prompt-create', points: 30, seconds: hour }
/** Edits, deletions and restorations by a member. */
export const changeOfMember: LimitRule = { name: 'prompt-change', points: 240, seconds: hour }
/** Texts that a member has looked at before publishing: each is compared with many. */
export const checkOfMember: LimitRule = { name: 'prompt-check', points: 240, seconds: hour }
