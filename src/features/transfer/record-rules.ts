import { promptLimits } from '#features/catalogue/rules.ts'

/**
 * A row of a file of prompts. `line`: the physical line, from 1, on which it begins. `file`: the file that it is, in an
 * archive with its path. `notes`: what isn't imported, in sentences.
 */
export type SourceRow = { line: number; file?: string } & (
  | { fields: Record<string, unknown>; notes?: string[] }
  | { fault: string }
)

/** The field `syntax` of a record whose content is in our syntax already, so that no other is detected. */
export const ownSyntax = 'promptarium'

/** The columns for a prompt's title and text; the first one present counts. */
export const titleColumns = ['title', 'act', 'name'] as const
export const contentColumns = ['content', 'prompt', 'text'] as const

/** The maximum length of one record in a file, in characters, however it is encoded. */
export const recordMax = 40 * promptLimits.contentMax

/** A file that can't be split into records. The message is a sentence that says where and why. */
export class BrokenFile extends Error {
  override name = 'BrokenFile'
}
