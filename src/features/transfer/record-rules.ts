import { promptLimits } from '#features/catalogue/rules.ts'

/**
 * A row of a file of prompts. `line` is the line on which it begins, counted from 1. `file` is the name of a file with
 * one prompt, or the path of a file in an archive. `notes` are sentences about what isn't imported or should be
 * checked.
 */
export type SourceRow = { line: number; file?: string } & (
  | { fields: Record<string, unknown>; notes?: string[] }
  | { problem: string }
)

/** The value of the field `syntax` for a text that is already in our syntax, so that no other syntax is detected. */
export const ownSyntax = 'promptarium'

/** The columns for a prompt's title and text. If a file has several of them, the first in this list is used. */
export const titleColumns = ['title', 'act', 'name'] as const
export const contentColumns = ['content', 'prompt', 'text'] as const

/** The maximum length of one record in a file, in characters, with plenty of room for escapes. */
export const recordMax = 40 * promptLimits.contentMax

/**
 * Thrown for a file that can't be read to its end, is too large or has no prompts. The message says why, and names the
 * line if one is at fault.
 */
export class BrokenFile extends Error {
  override name = 'BrokenFile'
}
