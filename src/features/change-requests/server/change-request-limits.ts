import type { LimitRule } from '#platform/limits.ts'

const hour = 3600

/** How often a proposer may revise or withdraw suggested edits. */
export const changesPerProposer: LimitRule = { name: 'change-request-change', points: 60, seconds: hour }
/** How often an author may decide on suggested edits. */
export const decisionsPerAuthor: LimitRule = { name: 'change-request-answer', points: 240, seconds: hour }
