import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect } from '#test/collect.ts'
import { countRows, readRows } from './read-rows.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rows-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function readRowsOf(content: string | Buffer) {
  const file = join(folder, 'some-file')
  await writeFile(file, content)
  return collect(readRows(file))
}

describe('the rows of a file', () => {
  it('are read from CSV with columns in any order, a byte order mark, CRLF and unknown columns', async () => {
    expect(await readRowsOf('\ufeffprompt,extra, act \r\n"the\r\ntext",x,The title\r\n')).toEqual([
      { line: 2, fields: { prompt: 'the\r\ntext', extra: 'x', act: 'The title' } },
    ])
  })

  it('are read from a JSON array', async () => {
    expect(await readRowsOf('[{"title": "A"},\n 7, {"title": nonsense}]')).toEqual([
      { line: 1, fields: { title: 'A' } },
      { line: 2, problem: 'It isn’t a JSON object.' },
      { line: 2, problem: 'It isn’t valid JSON.' },
    ])
  })

  it('are read from JSONL', async () => {
    expect(await readRowsOf('\n{"title": "A"}\n\n["B"]\n')).toEqual([
      { line: 2, fields: { title: 'A' } },
      { line: 4, problem: 'It isn’t a JSON object.' },
    ])
  })

  it('are reported if they have more or fewer fields than the header row', async () => {
    expect(await readRowsOf('act,prompt\nA\nB,text\nC,text,more\n')).toEqual([
      { line: 2, problem: 'It has 1 field, but the header has 2.' },
      { line: 3, fields: { act: 'B', prompt: 'text' } },
      { line: 4, problem: 'It has 3 fields, but the header has 2.' },
    ])
  })

  it.each([
    ['', /The file is empty\.$/],
    ['foo,bar\n1,2\n', /has no columns for title and text. A CSV file needs title, act, or name, and content/],
    ['act,prompt\nA,"never closed\n', /The quote that opens on line 2 is never closed\.$/],
    ['[{"title": "A"}', /The record that begins on line 1 is cut off/],
    [
      Buffer.from('act,prompt\nA,caf\xe9 au lait\n', 'latin1'),
      /can't be imported\. This isn’t UTF-8\. Save it as UTF-8/,
    ],
    ['act,prompt\n', /can't be imported\. It has no prompts\.$/],
  ])('can’t be read from %j, and the error says why', async (content, message) => {
    await expect(readRowsOf(content)).rejects.toThrow(message)
  })

  it('can be counted only in an existing regular file', async () => {
    await expect(countRows(join(folder, 'missing'))).rejects.toThrow(/can't be read: there is no such file\.$/)
    await expect(countRows(folder)).rejects.toThrow(/can't be read: it is a folder\.$/)
    await expect(countRows('/dev/null')).rejects.toThrow(/It isn't a regular file, and an import reads it twice\.$/)
  })

  it('are counted without empty lines', async () => {
    await readRowsOf('act,prompt\nA,"one\ntwo"\n\nB,three\n')
    expect(await countRows(join(folder, 'some-file'))).toBe(2)
  })
})
