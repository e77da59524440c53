import type { LimitRule } from '#server/platform/limits.ts'
import { transferLimits } from '../rules.ts'

const hour = 3600

/** Requests of a member to preview or import a file or a part of one. */
export const importsPerMember: LimitRule = { name: 'prompt-import', points: 120, seconds: hour }
/** Prompts that a member imports. */
export const importedPromptsPerMember: LimitRule = {
  name: 'prompt-imported',
  points: transferLimits.dayMax,
  seconds: 24 * hour,
}
/** Exports of a member's own prompts: each reads all of them. */
export const exportsPerMember: LimitRule = { name: 'prompt-export', points: 30, seconds: hour }
