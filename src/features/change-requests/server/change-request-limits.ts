import type { LimitRule } from '#server/platform/limits.ts'

const hour = 3600

/** Revisions and withdrawals by a proposer. */
export const changesPerProposer: LimitRule = { name: 'change-request-change', points: 60, seconds: hour }
/** Decisions by an author. */
export const decisionsPerAuthor: LimitRule = { name: 'change-request-answer', points: 240, seconds: hour }
