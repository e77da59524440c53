import { promptLimits } from '#features/catalogue/rules.ts'

/** A row of a file of prompts. `line`: the physical line, from 1, on which it begins. */
export type SourceRow = { line: number; fields: Record<string, unknown> } | { line: number; fault: string }

/** Columns that hold a prompt's title and its text, the first one that is there. */
export const namesTitle = ['title', 'act', 'name'] as const
export const namesContent = ['content', 'prompt', 'text'] as const

/** No part of a file that is longer (in characters) can be one prompt, however it is written. */
export const recordMax = 40 * promptLimits.contentMax

/** A file whose records can't be told apart. Its message is a sentence that says where and why. */
export class BrokenFile extends Error {
  override name = 'BrokenFile'
}
