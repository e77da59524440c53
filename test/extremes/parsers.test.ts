import { describe, expect, it } from 'vitest'
import { rowsOfFile } from '#features/transfer/file-rules.ts'
import { readRecord } from '#features/transfer/import-rules.ts'
import { slowCalls } from './slow-calls.ts'

/** Files around a text, by the file's name: the text alone, and the text as the content of a prompt. */
const files: Record<string, (text: string) => string> = {
  'prompts.csv': (text) => text,
  'cell.csv': (text) => `title,content\na title,"${text.replaceAll('"', '""')}"\n`,
  'prompts.json': (text) => text,
  'content.json': (text) => JSON.stringify([{ title: 'a title', content: text }]),
  'prompts.jsonl': (text) => text,
  'content.jsonl': (text) => `${JSON.stringify({ title: 'a title', content: text })}\n`,
  'prompt.md': (text) => text,
  'front-matter.md': (text) => `---\ntitle: a title\n---\n${text}`,
  'unclosed.md': (text) => `---\ntitle: a title\n${text}`,
  'description.md': (text) => `---\ndescription: >\n  ${text}\n---\nSay it.`,
  'heading.md': (text) => `# a title\n\n${text}`,
  'SKILL.md': (text) => `---\nname: a-name\n---\n${text}`,
  'commands/a.md': (text) => `---\ndescription: a\n---\n${text}`,
  'a.prompt.md': (text) => `---\nmode: agent\n---\n${text}`,
  'a.mdc': (text) => `---\nalwaysApply: true\n---\n${text}`,
  'a.prompt': (text) => `---\nmodel: a\ninput:\n  schema:\n    a: string\n---\n${text}`,
  'a.prompty': (text) => `---\nname: a\n---\nsystem:\n${text}`,
  'a.txt': (text) => text,
  'a.yaml': (text) => text,
  'a.zip': (text) => `PK\u0003\u0004${text}`,
}

describe('parsers of files', () => {
  it.each(Object.entries(files))('take linear time for extreme texts: %s', async (name, fileOf) => {
    expect(await slowCalls((text) => readFile(name, fileOf(text)))).toEqual([])
  })
})

/** Reads a file as an import does: its rows, and from each row a prompt. */
async function readFile(name: string, text: string): Promise<void> {
  for await (const row of rowsOfFile(name, new TextEncoder().encode(text)))
    if ('fields' in row) readRecord(row.fields, new Map())
}
