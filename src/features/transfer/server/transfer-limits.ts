import type { LimitRule } from '#server/platform/limits.ts'
import { transferLimits } from '../rules.ts'

const hour = 3600

/** A member's requests to preview or import a file, or a part of a large file. */
export const importsPerMember: LimitRule = { name: 'prompt-import', points: 120, seconds: hour }
/** Prompts imported by a member. */
export const importedPromptsPerMember: LimitRule = {
  name: 'prompt-imported',
  points: transferLimits.dayMax,
  seconds: 24 * hour,
}
/** Exports of all of a member's prompts. */
export const exportsPerMember: LimitRule = { name: 'prompt-export', points: 30, seconds: hour }
