import { type ExportedPrompt, fileShapes, readExportedPrompt } from '#features/transfer/export-rules.ts'
import { rowsOfFile } from '#features/transfer/file-rules.ts'
import type { SourceRow } from '#features/transfer/record-rules.ts'
import type { ExportFormat } from '#features/transfer/rules.ts'
import { fileOf, filesOf, hasFilePerPrompt } from '#features/transfer/server/prompt-files.ts'
import { writeZip } from '#features/transfer/server/write-zip.ts'
import { collect } from './collect.ts'

/** Exports a prompt, and returns what an import reads from the file. Throws an Error if the import refuses the file. */
export async function exportAndReadBack(format: ExportFormat, prompt: ExportedPrompt): Promise<ExportedPrompt> {
  // A skill with files is exported as a zip.
  if (!hasFilePerPrompt(format) || (format === 'skill' && prompt.files.length > 0))
    return (await exportSeveralAndReadBack(format, [prompt]))[0] as ExportedPrompt
  const name = format === 'skill' ? 'SKILL.md' : `a.${format}`
  const [row] = await collect(rowsOfFile(name, new Uint8Array(Buffer.from(fileOf(format, prompt)))))
  return promptOf(row)
}

/**
 * Exports several prompts together, as a member exports their own. Returns what an import reads from the file. Throws
 * an Error if the import refuses a prompt.
 */
export async function exportSeveralAndReadBack(
  format: ExportFormat,
  prompts: ExportedPrompt[],
): Promise<ExportedPrompt[]> {
  // Without a file name, the import recognizes the format from the content.
  const rows = await collect(rowsOfFile('', await bytesOf(format, prompts)))
  return rows.map(promptOf)
}

async function bytesOf(format: ExportFormat, prompts: ExportedPrompt[]): Promise<Uint8Array<ArrayBuffer>> {
  async function* all() {
    yield* prompts
  }
  if (hasFilePerPrompt(format)) return new Uint8Array(Buffer.concat(await collect(writeZip(filesOf(format, all())))))
  const { start, between, end, textOf } = fileShapes[format]
  return new Uint8Array(Buffer.from(start + prompts.map(textOf).join(between) + end))
}

function promptOf(row: SourceRow | undefined): ExportedPrompt {
  if (!row || 'problem' in row) throw new Error(row?.problem ?? 'The file has no prompt.')
  const readBack = readExportedPrompt(row.fields)
  if (readBack === null || 'refusal' in readBack)
    throw new Error(readBack?.refusal ?? 'The file isn’t recognized as an export.')
  return readBack
}
