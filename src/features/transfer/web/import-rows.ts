import type { FoundRow } from '#features/transfer/import-batch-rules.ts'
import { promptFileName, readPromptFile } from '#features/transfer/prompt-file-rules.ts'
import { BrokenFile } from '#features/transfer/record-rules.ts'
import { rowsOfText } from '#features/transfer/row-rules.ts'
import { readZip } from './zip-entries.ts'

/** The maximum size of one file, and the maximum number of rows of all files. */
export const fileLimits = { bytes: 20_000_000, rows: 5_000 } as const

const isPromptFile = (name: string) => promptFileName.test(name)
/** Whether a zip entry is a prompt: not a folder, a hidden file or macOS metadata. */
const isPrompt = (name: string) => isPromptFile(name) && !/(?:^|\/)(?:\.|__MACOSX\/)/.test(name)

/**
 * Reads the records of files: CSV, JSON, JSONL, Markdown, SKILL.md, Dotprompt, or a zip of such files. The content decides the format,
 * for Markdown also the name. Throws BrokenFile with a sentence that names the file.
 */
export async function readFiles(files: { name: string; blob: Blob }[]): Promise<FoundRow[]> {
  const rows: FoundRow[] = []
  for (const { name, blob } of files) {
    try {
      if (blob.size > fileLimits.bytes) throw new BrokenFile(`${fileLimits.bytes / 1_000_000} MB are the most.`)
      const withFileName = (place: string) => (files.length > 1 ? `${name}, ${place}` : place)
      for await (const row of rowsOf(name, new Uint8Array(await blob.arrayBuffer()), withFileName)) {
        rows.push(row)
        if (rows.length > fileLimits.rows) throw new BrokenFile(`${fileLimits.rows} prompts at a time are the most.`)
      }
    } catch (error) {
      throw error instanceof BrokenFile && name !== '' ? new BrokenFile(`${name}: ${error.message}`) : error
    }
  }
  return rows
}

async function* rowsOf(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  withFileName: (place: string) => string,
): AsyncGenerator<FoundRow> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    for await (const file of readZip(bytes, isPrompt)) {
      const place = withFileName(file.name)
      if ('fault' in file) yield { place, fault: file.fault }
      else yield { place, fields: readPromptFile(file.text, file.name) }
    }
    return
  }
  const text = textOf(bytes)
  if (isPromptFile(name) || /^---[ \t]*\r?\n/.test(text)) {
    yield { place: name || 'The text', fields: readPromptFile(text, name) }
    return
  }
  for await (const { line, ...row } of rowsOfText(onePiece(text))) yield { place: withFileName(`line ${line}`), ...row }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BrokenFile('It is not UTF-8. Save it as UTF-8.')
  }
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text
}
