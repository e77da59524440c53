import type { LimitRule } from '#platform/limits.ts'
import { transferLimits } from '../rules.ts'

const hour = 3600

/** How many times an hour a member may preview or import a file, or a part of a large file. */
export const importsPerMember: LimitRule = { name: 'prompt-import', points: 120, seconds: hour }
/** How many prompts a member may import a day. */
export const importedPromptsPerMember: LimitRule = {
  name: 'prompt-imported',
  points: transferLimits.dayMax,
  seconds: 24 * hour,
}
/** How many times an hour a member may export all of their prompts. */
export const exportsPerMember: LimitRule = { name: 'prompt-export', points: 30, seconds: hour }
