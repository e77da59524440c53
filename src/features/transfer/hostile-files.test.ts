import { describe, expect, it } from 'vitest'
import { collect } from '#test/collect.ts'
import { deflatedZip } from '#test/deflated-zip.ts'
import { rowsOfZip } from './archive-rules.ts'
import { dotpromptOf } from './dotprompt-rules.ts'
import type { ExportedPrompt } from './export-rules.ts'
import { identifiersOf } from './identifier-rules.ts'
import { readPromptFile } from './prompt-file-rules.ts'
import { transferLimits } from './rules.ts'
import { writeZip } from './server/write-zip.ts'
import { zipLimits } from './zip-rules.ts'

/** Almost the maximum length of the file content in a request. Code that takes quadratic time would time out. */
const longLength = transferLimits.contentMax - 1_000

const lineOf = (key: string, value: unknown) => `${key}: ${JSON.stringify(value)}`
const file = (lines: string[], text = 'Write to {{name}}, please, at length.') =>
  `---\n${lines.join('\n')}\n---\n${text}`
const directoryEntry = 0x02014b50
const nestedArrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

async function archive(texts: Record<string, string>) {
  const files = Object.entries(texts).map(([name, text]) => ({
    name,
    bytes: Buffer.from(text),
    modifiedAt: new Date(0),
  }))
  return new Uint8Array(Buffer.concat(await collect(writeZip(asyncIterableOf(files)))))
}

async function* asyncIterableOf<Item>(all: Item[]) {
  yield* all
}

describe('a file whose front matter violates its format', () => {
  /** Converting this object to a string throws a TypeError. */
  const unprintable = { toString: 'no', valueOf: 1 }
  it.each([
    ['a-prompt.prompt', lineOf('input', { schema: { name: unprintable } })],
    ['a-prompt.prompt', lineOf('input', { schema: { type: 'object', properties: { name: { type: unprintable } } } })],
    ['a-prompt.prompt', lineOf('input', { schema: { name: JSON.parse(nestedArrays(20)) } })],
    ['a-prompt.prompty', lineOf('inputs', [{ name: unprintable }])],
    ['a-prompt.prompty', lineOf('inputs', { name: { type: unprintable, default: unprintable } })],
    ['commands/a-prompt.md', lineOf('argument-hint', [unprintable])],
    ['commands/a-prompt.md', lineOf('arguments', [unprintable])],
    ['a-prompt.prompt', 'input:\n  schema:\n    name:\n      toString: no'],
  ])('can still be read: %s with %s', (name, line) => {
    expect(readPromptFile(file([line]), name)).toHaveProperty('fields')
  })

  it.each([
    ['a-prompt.prompty', 'template'],
    ['a-prompt.prompt', 'input'],
    ['commands/a-prompt.md', 'argument-hint'],
    ['a-prompt.md', 'tags'],
  ])('is refused if it is nested too deeply: %s with %s', (name, key) => {
    const text = file([`${key}: ${nestedArrays(20_000)}`])
    expect(readPromptFile(text, name)).toEqual({ problem: 'Line 2: It is nested more than 32 levels deep.' })
  })
})

describe('a file with one very long part is read in linear time', () => {
  const spaces = ' '.repeat(longLength)
  it.each([
    ['a key of Picoschema', lineOf('input', { schema: { [`name(string,${spaces}`]: 1 } })],
    ['a type of Picoschema', lineOf('input', { schema: { name: `${spaces}!` } })],
    ['a description in Picoschema', lineOf('input', { schema: { name: `string, ${spaces}!` } })],
  ])('%s', (_, line) => {
    expect(readPromptFile(file([line]), 'a-prompt.prompt')).toHaveProperty('fields')
  })
})

describe('an archive', () => {
  it('is refused as a whole only if its files together are too large; one large file is an invalid row', async () => {
    const large = 'a'.repeat(zipLimits.fileBytes + 1)
    const names = Array.from({ length: 14 }, (_, n) => [`${n}.md`, large])
    await expect(collect(rowsOfZip(await archive(Object.fromEntries(names))))).rejects.toThrow('at most 20 MB')
    const few = await collect(rowsOfZip(await archive(Object.fromEntries(names.slice(0, 3)))))
    expect(few.map((row) => 'problem' in row && row.problem)).toEqual(
      Array(3).fill('It is too large. A file in an archive can have at most 5 MB.'),
    )
  })

  it('is refused if its damaged files unpack to more than it may have, because that takes as long', async () => {
    const zip = deflatedZip(Array.from({ length: 6 }, (_, n) => [`${n}.md`, 'a'.repeat(zipLimits.fileBytes)]))
    // Deflate ends a file with a byte that these files then lack.
    for (let at = zip.length - 46; at > 0; at--)
      if (zip.readUInt32LE(at) === directoryEntry) zip.writeUInt32LE(zip.readUInt32LE(at + 20) - 1, at + 20)
    await expect(collect(rowsOfZip(new Uint8Array(zip)))).rejects.toThrow('at most 20 MB')
  })

  it('is read without the tables that exceed a total length, because even empty rows take time', async () => {
    const table = `title,prompt\nTea,Describe a cup of tea.\n${',\n'.repeat(40)}`
    const zip = await archive({
      'a.csv': table,
      // A JSON object may have prompts, so it counts.
      'package.json': '{}',
      'b.csv': table,
      'c.md': '# Cake\n\nDescribe it.',
    })
    const rows = await collect(rowsOfZip(zip, { tablesMax: 2 * table.length + 1 }))
    expect(rows.map(({ file }) => file)).toEqual(['a.csv', 'b.csv', 'c.md'])
    expect(rows.map((row) => 'problem' in row)).toEqual([false, true, false])
    expect(await collect(rowsOfZip(zip, { tablesMax: 2 * table.length + 2 }))).toHaveProperty('1.fields.title', 'Tea')
  })

  it('with paths of thousands of folders is read in linear time', async () => {
    const path = `${'a/'.repeat(32_000)}b`
    const many = Array.from({ length: 10 }, (_, n) => [`${path}${n}.md`, 'A text that is left out.'])
    const zip = await archive({ ...Object.fromEntries(many), 'tea.md': '# Tea\n\nDescribe a cup of tea.' })
    const rows = await collect(rowsOfZip(zip))
    expect(rows).toHaveLength(11)
    for (const row of rows.slice(0, 10)) {
      expect(row).toHaveProperty('problem', 'Its name has more than 300 characters. Shorten it.')
      expect(row.file?.length).toBeLessThanOrEqual(300)
    }
    expect(rows[10]).toMatchObject({ file: 'tea.md', fields: { title: 'Tea' } })
  })
})

describe('an export', () => {
  const letters = [...'àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ']
  /** Different names that are all `aaa` without their accents. */
  const names = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c))).slice(0, 24_000)

  it('with thousands of similar names takes linear time', () => {
    const identifiers = [...identifiersOf(names).values()]
    expect(new Set(identifiers).size).toBe(names.length)
    expect(identifiers.slice(0, 3)).toEqual(['aaa', 'aaa_2', 'aaa_3'])
    expect([...identifiersOf(['a-b', 'a_b_2', 'a b', 'a_b']).values()]).toEqual(['a_b', 'a_b_2', 'a_b_3', 'a_b_4'])
  })

  it('of a prompt with hundreds of similar names has a blank for each', () => {
    const content = names
      .slice(0, 500)
      .map((name) => `{{${name}}}`)
      .join('')
    const prompt = {
      title: 'T',
      slug: 't',
      description: '',
      content,
      variables: [],
      version: 1,
      findings: [],
      labels: [],
    }
    expect(dotpromptOf(prompt as unknown as ExportedPrompt)).toContain('{{aaa_500}}')
  })
})
