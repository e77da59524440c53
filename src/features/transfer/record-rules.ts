import type { WrittenPrompt } from '#features/catalogue/contract.ts'
import { promptLimits } from '#features/catalogue/rules.ts'
import { oneLine } from '#lib/short-text.ts'

/**
 * A row of a file of prompts. `line` is the line on which it begins, counted from 1. `file` is the name of a file with
 * one prompt, or the path of a file in an archive. `notes` are sentences about what isn't imported or should be
 * checked. `readImage` reads the picture that the row names, if it is a file of the same archive.
 */
export type SourceRow = { line: number; file?: string } & (
  | { fields: Record<string, unknown>; notes?: string[]; readImage?: ReadImage }
  | { problem: string }
)

/** Reads the file of a picture. Throws BrokenFile. */
export type ReadImage = () => Promise<Uint8Array<ArrayBuffer>>

/** The value of the field `syntax` for a text that is already in our syntax, so that no other syntax is detected. */
export const ownSyntax = 'promptarium'

/**
 * The columns of each field of a prompt, which are also its keys in front matter. If a file has several columns of a
 * field, the first in the list is used. A field without columns is imported only from our own export.
 */
export const fieldColumns = {
  title: ['title', 'act', 'name'],
  content: ['content', 'prompt', 'text'],
  description: ['description'],
  tags: ['tags'],
  licence: ['licence', 'license'],
  models: [],
  skill: [],
  files: ['files'],
  variables: ['variables'],
} as const satisfies Record<keyof WrittenPrompt, readonly string[]>

/** The columns of the author's name, who becomes a credit. */
export const creditColumns = ['credit', 'contributor', 'author'] as const

/** Returns a row's fields under their names in lower case. */
export function withLowerNames(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.trim().toLowerCase(), value]))
}

/** Returns the first text in some columns of a row whose names are in lower case, or an empty text. */
export function textOf(fields: Record<string, unknown>, names: readonly string[]): string {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  }
  return ''
}

/** Returns the title of a row, or an empty string if it has none. The title is shown if the row is refused. */
export function titleOf(fields: Record<string, unknown>): string {
  return oneLine(textOf(withLowerNames(fields), fieldColumns.title))
}

/** The maximum length of one record in a file, in characters, with plenty of room for escapes. */
export const recordMax = 40 * promptLimits.contentMax

/**
 * Thrown for a file that can't be read to its end, is too large or has no prompts. The message says why, and names the
 * line if one is at fault.
 */
export class BrokenFile extends Error {
  override name = 'BrokenFile'
}
