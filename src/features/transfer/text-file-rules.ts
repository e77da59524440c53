import { isPromptFile, readPromptFile } from './prompt-file-rules.ts'
import type { SourceRow } from './record-rules.ts'
import { isTable, rowsOfText } from './row-rules.ts'
import { joinText, readAll, splitStart, wholeMax, withLineFeeds } from './text-chunk-rules.ts'
import { isTextExport, rowsOfTextExport } from './text-export-rules.ts'

/**
 * Reads the prompts of a decoded file in any format except zip. `name` may be empty. Throws BrokenFile if it can't be
 * split into rows.
 */
export async function* rowsOfTextFile(name: string, chunks: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  const { start, all } = await splitStart(withLineFeeds(chunks), joinText)
  const isExport = isTextExport(start)
  if (!isExport && !isPromptFile(name, start) && (!isPlainText(name) || isTable(start))) {
    yield* rowsOfText(all)
    return
  }
  const text = await readAll(all, joinText, wholeMax)
  if (isExport) yield* rowsOfTextExport(text)
  else yield promptRow(name, text)
}

/** Returns a file of one prompt as a row. */
export function promptRow(name: string, text: string): SourceRow {
  return { line: 1, ...(name !== '' && { file: name }), ...readPromptFile(text, name) }
}

function isPlainText(name: string): boolean {
  return /\.txt$/i.test(name)
}
