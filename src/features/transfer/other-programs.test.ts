import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { variablesOf } from '#features/variables/variable-rules.ts'
import { collect } from '#test/collect.ts'
import { codeRanges } from './code-range-rules.ts'
import { encodingProblem } from './encoding-rules.ts'
import { rowsOfFile, rowsOfStream } from './file-rules.ts'
import { readRecord } from './import-rules.ts'
import { BrokenFile } from './record-rules.ts'
import { writeZip } from './server/write-zip.ts'
import { decodeFileName } from './zip-rules.ts'

const casesFolder = process.env.CASES ?? join(import.meta.dirname, '../../../../shared/cases')

type Result = { place: string; title?: string; content?: string; notes?: string[]; problem?: string }

/** Imports a file like the browser, in one piece, and like the command line, in pieces of one byte, and compares both. */
async function importFile(name: string, content: string | Uint8Array): Promise<Result[]> {
  const bytes = Buffer.from(content as string)
  async function* single() {
    for (const byte of bytes) yield new Uint8Array([byte])
  }
  const rows = await collect(rowsOfFile(name, bytes))
  expect(await collect(rowsOfStream(name, single()))).toEqual(rows)
  return rows.map((row) => {
    const place = row.file ?? `line ${row.line}`
    if ('problem' in row) return { place, problem: row.problem }
    const record = readRecord(row.fields, new Map())
    if ('refusal' in record) return { place, problem: record.refusal }
    return { place, title: record.title, content: record.content, notes: [...(row.notes ?? []), ...record.notes] }
  })
}

async function zipOf(texts: Record<string, string>) {
  async function* files() {
    for (const [name, text] of Object.entries(texts))
      yield { name, bytes: Buffer.from(text), modifiedAt: new Date('2026-01-01') }
  }
  return Buffer.concat(await collect(writeZip(files())))
}

const contentOf = async (name: string, text: string) => (await importFile(name, text))[0]?.content
const text = 'Recommend a tea for the mood.'
const fence = '```'

describe('code in an imported text', () => {
  it.each([
    ['a shell script', `Run it:\n\n${fence}bash\nmode="\${MODE:-strict}"\nlog="\${HOME}/log"\n${fence}`],
    ['a template literal', `Greet:\n\n~~~ts\nconst text = \`Hello \${name}, \${user.age} years\`\n~~~`],
    ['a fence that is never closed', `Greet:\n\n${fence}\n\${name}\n\n\${other}`],
    ['a fence in a list', `1. ${fence}\n   \${name}\n   ${fence}\n2. Done.`],
    ['a fence in a fence', `${fence}\`\n${fence}\n\${name}\n${fence}\n\${other}\n${fence}\`\n`],
    ['inline code', 'Write `${name}` and ``a ` ${other}`` here, please.'],
    ['an expansion of a shell outside of code', 'Set mode="${MODE:-strict}" and ${LOG:=/tmp} here.'],
    ['an address in braces', 'Call `git clone {{https://example.com/repo.git}}` or ${https://example.com} now.'],
    ['an argument of Raycast', `Copy this:\n\n${fence}\n{argument name="who" default="Eve"}\n${fence}`],
  ])('stays as it is: %s', async (_what, content) => {
    expect(await contentOf('green-tea.md', content)).toBe(content.trimEnd())
    expect(variablesOf(content)).toEqual([])
  })

  it('ends where the code ends', async () => {
    expect(await contentOf('green-tea.md', `${fence}\n\${a}\n${fence}\nWrite to \${name}, \`\${b}\` \${c}.`)).toBe(
      `${fence}\n\${a}\n${fence}\nWrite to {{name}}, \`\${b}\` {{c}}.`,
    )
    expect(await contentOf('green-tea.md', 'One ` backtick, and ${name}.\n\nAnother ` here.')).toContain('{{name}}')
    expect(await contentOf('green-tea.md', `Not ${fence} a fence, ${fence}, \${name}.`)).toContain('{{name}}')
  })

  it('keeps $1 in SQL, and takes $ARGUMENTS, which the format replaces everywhere; both are announced', async () => {
    const file = `Look up $1.\n\n${fence}sql\nselect * from t where a = $1 and b = $2\n-- $ARGUMENTS\n${fence}`
    const [row] = await importFile('commands/green-tea.md', file)
    expect(row?.content).toBe(
      `Look up {{argument 1}}.\n\n${fence}sql\nselect * from t where a = $1 and b = $2\n-- {{arguments}}\n${fence}`,
    )
    expect(row?.notes).toEqual([
      'Line 4: $1 and 1 more are in code. They stay text.',
      'Line 5: {{arguments}} is in code. It is a blank there too.',
    ])
  })

  it.each([
    [
      'green-tea.prompt',
      '---\nmodel: x\n---\nSay it:\n\n`{{name}}`',
      'Line 6: {{name}} is in code. It is a blank there too.',
    ],
    ['green-tea.prompt.md', 'Say it loud: `${input:name}`', 'Line 1: {{name}} is in code. It is a blank there too.'],
    ['green-tea.md', 'Say it loud: `{{name}}`', 'Line 1 of its text: {{name}} is in code. It is a blank there too.'],
  ])('has blanks if the format says so, with a note: %s', async (name, file, note) => {
    const [row] = await importFile(name, file)
    expect(row?.content).toContain('`{{name}}`')
    expect(row?.notes).toContain(note)
  })

  it('is found in linear time, and its ranges are in order', () => {
    const runs = Array.from({ length: 600 }, (_, length) => '`'.repeat(length + 1)).join(' ')
    for (const long of [
      '`'.repeat(200_000),
      '` '.repeat(100_000),
      '```\n'.repeat(50_000),
      '> '.repeat(100_000),
      runs,
    ]) {
      const ends = codeRanges(long).flat()
      expect(ends).toEqual(ends.toSorted((a, b) => a - b))
    }
  })
})

describe('words of template languages', () => {
  it.each(['else', 'end', 'range', 'endif'])('aren’t blanks, with a note: {{%s}}', async (word) => {
    const [row] = await importFile('green-tea.md', `Write about {{topic}} here, {{${word}}} or not.`)
    expect(variablesOf(row?.content ?? '')).toEqual([{ name: 'topic', default: null }])
    expect(row?.notes).toEqual([`Line 1 of its text: {{${word}}} is template code. It stays text here.`])
  })

  it('include the start of a block only if a block ends', async () => {
    const names = async (content: string) =>
      variablesOf((await contentOf('green-tea.md', content)) ?? '').map(({ name }) => name)
    expect(await names('Say hello {{#if friend}}dear{{/if}} {{this}} {{with user}} {{else if x}} {{name}}')).toEqual([
      'name',
    ])
    expect(await names('Go {{with whom}} and {{if any}} until {{end date}}')).toEqual([
      'with whom',
      'if any',
      'end date',
    ])
  })

  it('stay text in a skill too', async () => {
    const [row] = await importFile('green-tea/SKILL.md', 'Write {{name}}{{else}}nothing.')
    expect(row?.content).toBe('Write {{name}}\\{{else}}nothing.')
  })
})

describe('the title of a file', () => {
  const headed = (rest: string) => `# IDENTITY and PURPOSE\n\n${rest} ${text}`

  it('is the name of its folder if files are named and headed alike', async () => {
    const zip = await zipOf({
      'patterns/summarize/system.md': headed('A'),
      'patterns/improve_writing/system.md': headed('B'),
      'patterns/improve_writing/user.md': headed('C'),
      'patterns/own/system.md': `# Own heading\n\n${text}`,
      'patterns/named/system.md': `---\ntitle: Named\n---\n${headed('D')}`,
    })
    expect((await importFile('all.zip', zip)).map(({ title }) => title)).toEqual([
      'summarize',
      'improve writing',
      'user',
      'Own heading',
      'Named',
    ])
  })

  it('is the whole path if the folders are named alike too', async () => {
    const zip = await zipOf({
      'x/tea/system.md': headed('A'),
      'y/tea/system.md': headed('B'),
      'system.md': headed('C'),
    })
    expect((await importFile('all.zip', zip)).map(({ title }) => title)).toEqual([
      'x tea system',
      'y tea system',
      'system',
    ])
  })

  it.each([
    ['green-tea.prompt', '# Copyright 2026 Example\n#\n# Licensed under X\n\n'],
    ['green-tea.md', '<!-- Copyright 2026 Example\nLicensed under X -->\n'],
    ['green-tea.md', '\ufeff<!-- one --> \r\n<!-- two -->\r\n\r\n'],
    ['', '<!-- SPDX-License-Identifier: MIT -->\n'],
  ])('and other front matter is read below a license: %s %j', async (name, comment) => {
    const [row] = await importFile(name, `${comment}---\nname: tea\ntools:\n  - deleteAll\n---\n${text}`)
    expect(row).toMatchObject({ title: 'tea', content: text })
    expect(row?.notes?.[0]).toBe('Line 1: The comment above the front matter is left out.')
    const toolsLine = comment.split('\n').length + 2
    expect(row?.notes?.[1]).toBe(`Line ${toolsLine}: “tools” is left out. A prompt here has no tools.`)
  })

  it.each([
    '# A heading\n\n---\ntitle: no front matter\n---\nThe text goes on.',
    '<!-- A comment -->\n---\nBetween two lines.\n---\nThe text goes on.',
    '# Copyright of a song\n\n---\nUse: all of it\n---\nThe text goes on.',
  ])('isn’t read from what is between two lines across the page: %j', async (file) => {
    expect(await contentOf('green-tea.md', file)).toBe(file)
  })

  it('is read from front matter in TOML', async () => {
    const file = `+++\ntitle = "Tea, please"\ndate = 2026-01-01\ntags = ["tea", "mood"]\n\n[extra]\nhooks = 1\n+++\n${text}`
    const [row] = await importFile('green-tea.md', file)
    expect(row).toMatchObject({ title: 'Tea, please', content: text })
    expect(row?.notes).toEqual(['Line 3: “date” is left out.', 'Line 6: “extra” is left out.'])
  })

  it.each([
    ['invalid', 'title = "A"\nb = [', /^Line 4: This isn’t valid TOML: /],
    ['nested', `a = ${'['.repeat(20_000)}`, /^Line 2: This isn’t valid TOML: .*nested/],
    ['nested by dots', `${'a.'.repeat(1_000)}b = 1`, /^Line 2: It is nested more than 32 levels deep\.$/],
    ['long', `a = "${'x'.repeat(64_000)}"`, /^Line 2: It has 64,0\d\d characters/],
  ])('can’t be read from TOML that is %s', async (_what, toml, problem) => {
    expect((await importFile('green-tea.md', `+++\n${toml}\n+++\n${text}`))[0]?.problem).toMatch(problem)
  })
})

describe('JSON that is an object', () => {
  const record = { title: 'Tea', content: text }
  const agent = { author: 'eve', meta: { title: 'Agent', tags: ['tea'] }, config: { systemRole: text } }

  it.each([
    ['a prompt on several lines', record, ['Tea']],
    ['with a list of prompts', { prompts: [record, { ...record, title: 'Cake' }] }, ['Tea', 'Cake']],
    ['an agent of LobeHub', agent, ['Agent']],
  ])('is imported: %s', async (_what, value, titles) => {
    for (const json of [JSON.stringify(value, null, 1), JSON.stringify(value), `\ufeff${JSON.stringify(value)}\n`])
      expect((await importFile('a.json', json)).map(({ title }) => title)).toEqual(titles)
  })

  it('is imported from an archive, and files without a prompt are named', async () => {
    const zip = await zipOf({
      'package.json': '{"name": "x", "version": "1"}',
      'src/a.json': JSON.stringify(agent),
      'src/b.json': JSON.stringify(record),
      'tsconfig.json': '{ // no JSON\n}',
    })
    expect(await importFile('all.zip', zip)).toEqual([
      {
        place: 'src/a.json',
        title: 'Agent',
        content: text,
        notes: ['Files of the archive without a prompt are left out: package.json, tsconfig.json.'],
      },
      { place: 'src/b.json', title: 'Tea', content: text, notes: [] },
    ])
  })

  it('is refused once if it is broken', async () => {
    await expect(importFile('a.json', '{\n "title": "Tea",\n "content": "x"\n "a": 1\n}')).rejects.toThrow(
      'This isn’t valid JSON, neither as one object nor as one object on each line.',
    )
  })

  it('may still be one of many lines, some of them broken', async () => {
    const line = JSON.stringify(record)
    expect(await importFile('a.jsonl', `{"title": \n${line}\r\n\n{x\n${line}`)).toMatchObject([
      { place: 'line 1', problem: 'It isn’t valid JSON.' },
      { place: 'line 2', title: 'Tea' },
      { place: 'line 4', problem: 'It isn’t valid JSON.' },
      { place: 'line 5', title: 'Tea' },
    ])
  })
})

describe('an import that does nothing says why', () => {
  it.each([
    ['a.json', '[]', 'It has no prompts.'],
    ['a.csv', 'title,prompt\n', 'It has no prompts.'],
    ['a.csv', '', 'The file is empty.'],
  ])('%s %j', async (name, content, message) => {
    await expect(importFile(name, content)).rejects.toThrow(new BrokenFile(message))
  })

  it.each([
    [
      { 'a/package.json': '{}', 'b.json': '{}' },
      'None of its files has a prompt with a title and a text: package.json, b.json.',
    ],
    [{ 'a.png': '', 'b.txt': text }, 'None of its files can be imported: a.png, b.txt. Use Markdown,'],
    [{}, 'This archive has no files.'],
  ])('an archive: %j', async (texts, message) => {
    await expect(importFile('a.zip', await zipOf(texts as Record<string, string>))).rejects.toThrow(message)
  })
})

describe('a table', () => {
  const rows = [
    ['act', 'prompt'],
    ['Naïve façade', 'Zeile mit Umlaut: äöüß — „Zitat“'],
    ['Tea 茶', text],
  ] as const
  const csv = (delimiter = ',', lineEnd = '\n') => rows.map((row) => row.join(delimiter)).join(lineEnd)
  const utf16be = (content: string) => Buffer.from(content, 'utf16le').swap16()

  it.each([
    ['UTF-16 (little endian)', Buffer.from(`\ufeff${csv('\t')}`, 'utf16le')],
    ['UTF-16 (big endian)', utf16be(`\ufeff${csv(';', '\r\n')}`)],
    ['UTF-8 with a mark', `\ufeff${csv()}`],
    ['lines that end in CR', csv(';', '\r')],
    ['lines that end in CRLF', csv('\t', '\r\n')],
    ['a line that names the delimiter', `sep=;\n${csv(';')}`],
    ['a line that names an unusual delimiter', `\ufeffsep=|\r\n${csv('|', '\r\n')}`],
    ['a line that names the delimiter, and CR', `SEP=;\r${csv(';', '\r')}`],
    ['empty rows', `${csv()}\n,,\n,\n\n`],
    ['columns in capitals', csv().replace('act,prompt', 'Act , PROMPT')],
  ])('is read with %s', async (_what, content) => {
    const found = await importFile('a.csv', content)
    expect(found.map(({ title, content }) => [title, content])).toEqual(rows.slice(1))
  })

  it('keeps line feeds in the cells of a file whose lines end in CR', async () => {
    expect(await contentOf('a.csv', `act,prompt\rTea,"${text}\nPlease."\r`)).toBe(`${text}\nPlease.`)
  })

  it('in another encoding is refused with what to do', async () => {
    const latin = Buffer.from(
      csv()
        .replace('—', '-')
        .replace(/[„“茶]/g, ''),
      'latin1',
    )
    await expect(importFile('a.csv', latin)).rejects.toThrow(encodingProblem())
  })
})

describe('the name of a file in an archive', () => {
  it.each([
    ['UTF-8', Buffer.from('Übung für Köche.md')],
    ['code page 437', Buffer.from('9a62756e672066817220 4b94636865 2e6d64'.replaceAll(' ', ''), 'hex')],
  ])('may be in %s', (_what, bytes) => expect(decodeFileName(bytes)).toBe('Übung für Köche.md'))

  it('may be in GBK', () => {
    expect(decodeFileName(Buffer.from('ccd8cae2ccf5bcfe2f d6d0ceC4 2e6d64'.replaceAll(' ', ''), 'hex'))).toBe(
      '特殊条件/中文.md',
    )
  })
})

describe.skipIf(!existsSync(casesFolder))(`the files in ${casesFolder}`, () => {
  const files = existsSync(casesFolder)
    ? readdirSync(casesFolder).filter((name) => !/^(?:README|http-mcp)/.test(name))
    : []
  const refused = ['csv-windows1252.csv', 'csv-shift-jis.csv', 'csv-smart-quotes.csv']

  it.each(files.filter((name) => !refused.includes(name)))('%s goes in', async (name) => {
    const rows = await importFile(name, readFileSync(join(casesFolder, name)))
    expect(rows.some(({ title }) => title)).toBe(true)
    if (name !== 'csv-unclosed-quote.csv') expect(rows.filter(({ problem }) => problem)).toEqual([])
    expect(rows.map(({ title }) => title)).not.toContain('IDENTITY and PURPOSE')
  })
})
