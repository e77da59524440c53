import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { collect } from '#test/collect.ts'
import { hostilePrompts } from '#test/hostile-prompts.ts'
import { binaryProblem, encodingProblem } from '../encoding-rules.ts'
import { writeZip, type ZipFile } from '../server/write-zip.ts'
import { textExportSection, textExportStart } from '../text-export-rules.ts'
import { readZip, zipLimits } from '../zip-rules.ts'
import { readFiles } from './import-rows.ts'

const modifiedAt = new Date('2026-11-20T10:20:30Z')
const zipOfFiles = async (files: { name: string; text: string | Uint8Array }[]) => {
  async function* sources(): AsyncGenerator<ZipFile> {
    for (const { name, text } of files)
      yield { name, modifiedAt, bytes: typeof text === 'string' ? Buffer.from(text) : text }
  }
  return new Uint8Array(Buffer.concat(await collect(writeZip(sources()))))
}
const read = (...files: [name: string, content: string | Uint8Array<ArrayBuffer>][]) =>
  readFiles(files.map(([name, content]) => ({ name, blob: new Blob([content]) })))

/**
 * Returns a zip of one deflated file that claims to unpack to 10 bytes. `offset` is where the directory says that the
 * file's header is.
 */
function forgedZip(
  name: string,
  packedBytes: Uint8Array,
  { flags = 0, method = 8, offset = 0 } = {},
): Uint8Array<ArrayBuffer> {
  const sharedFields = Buffer.alloc(26)
  sharedFields.writeUInt16LE(20, 0)
  sharedFields.writeUInt16LE(flags, 2)
  sharedFields.writeUInt16LE(method, 4)
  sharedFields.writeUInt32LE(packedBytes.length, 14)
  sharedFields.writeUInt32LE(10, 18)
  sharedFields.writeUInt16LE(name.length, 22)
  const otherFields = Buffer.alloc(14)
  otherFields.writeUInt32LE(offset, 10)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(30 + name.length + packedBytes.length, 16)
  const parts = [
    'PK\x03\x04',
    sharedFields,
    name,
    packedBytes,
    'PK\x01\x02\x14\0',
    sharedFields,
    otherFields,
    name,
    end,
  ]
  return new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
}

describe('reading prompts from files', () => {
  it('says where each row is: on which line, and in which file if there are several', async () => {
    expect(await read(['a.csv', 'title,prompt\nTea,Make tea.\n'])).toEqual([
      { place: 'line 2', fields: { title: 'Tea', prompt: 'Make tea.' } },
    ])
    const rows = await read(['a.jsonl', '{"title":"A"}\nnonsense\n'], ['b.md', '# Heading\n\nText.'])
    expect(rows).toEqual([
      { place: 'a.jsonl, line 1', fields: { title: 'A' } },
      { place: 'a.jsonl, line 2', problem: 'It isn’t valid JSON.' },
      { place: 'b.md', fields: { title: 'Heading', content: '# Heading\n\nText.' }, notes: [] },
    ])
  })

  it('adds notes about what is left out of a file with one prompt', async () => {
    const command = '---\nallowed-tools: Bash\n---\nReview $1 with care.'
    expect(await read(['review.md', command])).toEqual([
      {
        place: 'review.md',
        fields: expect.objectContaining({ title: 'review', content: 'Review {{argument 1}} with care.' }),
        notes: ['Line 2: “allowed-tools” is left out. A prompt here has no tools.'],
      },
    ])
  })

  it('reads files of one prompt in every format from a zip, and a skill with the text files in its folder', async () => {
    const zip = await zipOfFiles([
      { name: 'pdf/SKILL.md', text: '---\nname: pdf\nhooks: x\n---\nRead it.' },
      { name: 'pdf/scripts/run.sh', text: 'rm -rf /' },
      { name: 'pdf/references/a.md', text: 'More.' },
      { name: '.claude/commands/go.md', text: 'Go to $1.' },
      { name: '.github/prompts/form.prompt.md', text: 'Form ${input:x}.' },
      { name: 'a.prompty', text: 'Hello {{ x }}.' },
      { name: 'b.prompt', text: '---\nbad: [\n---\nHello {{x}}.' },
      { name: 'c.mdc', text: 'Use {{x}}.' },
    ])
    expect(
      (await read(['all.zip', zip])).map((row) => [row.place, 'fields' in row ? row.fields.content : row.problem]),
    ).toEqual([
      ['pdf/SKILL.md', 'Read it.'],
      ['.claude/commands/go.md', 'Go to {{argument 1}}.'],
      ['.github/prompts/form.prompt.md', 'Form {{x}}.'],
      ['a.prompty', 'Hello {{x}}.'],
      ['b.prompt', expect.stringMatching(/^Line \d: This isn’t valid YAML/)],
      ['c.mdc', 'Use \\{{x}}.'],
    ])
    const [pdf] = await read(['all.zip', zip])
    expect(pdf).toMatchObject({
      fields: { files: [{ path: 'references/a.md', text: 'More.' }] },
      notes: [
        'Line 3: “hooks” is left out. Nothing runs automatically here.',
        'Other files in its folder are left out: run.sh.',
      ],
    })
  })

  it('reads a zip without its hidden files, metadata and pictures', async () => {
    const zip = await zipOfFiles([
      { name: 'notes/größe.md', text: '---\ntitle: Größe\n---\nMiss {{x}}.' },
      { name: '__MACOSX/notes/._größe.md', text: 'shadow' },
      { name: '.hidden.md', text: 'hidden' },
      { name: 'picture.png', text: 'no text' },
      { name: 'latin.md', text: Buffer.from('caf\xe9', 'latin1') },
    ])
    expect(await read(['all.zip', zip])).toEqual([
      { place: 'notes/größe.md', fields: { title: 'Größe', content: 'Miss {{x}}.' }, notes: [] },
      { place: 'latin.md', problem: encodingProblem() },
    ])
  })

  it('reads the pictures that prompts in a zip name', async () => {
    const zip = await zipOfFiles([
      {
        name: 'table.csv',
        text: 'title,prompt,image\nFox,Paint a fox in oil.,fox.png\nOwl,Paint an owl in oil.,owl.png\n',
      },
      { name: 'fox.png', text: new Uint8Array([1, 2, 3]) },
    ])
    const [fox, owl] = await read(['all.zip', zip])
    expect(fox && 'fields' in fox && (await fox.readImage?.())).toEqual(new Uint8Array([1, 2, 3]))
    expect(owl).toMatchObject({ notes: ['Its picture is left out, because the archive has no file owl.png.'] })
  })

  it('reads the CSV and JSON files and “Readable text” exports in a zip, with the line of each prompt', async () => {
    const [prompt] = Object.values(hostilePrompts)
    if (!prompt) throw new Error('There are no fixtures.')
    const text = textExportSection({ ...prompt, title: 'First', description: '' })
    const zip = await zipOfFiles([
      { name: 'a/mine.md', text: `${textExportStart('ada')}${text}${text}` },
      { name: 'a/table.csv', text: 'title;prompt\nTea;Make tea, please.\n' },
      { name: 'a/rows.json', text: '[{"title":"A"}]' },
      { name: 'a/package.json', text: '{\n  "name": "x"\n}' },
      { name: 'a/broken.csv', text: 'a,b\n' },
    ])
    const rows = await read(['all.zip', zip])
    // Line 1 isn't added to the path (a/rows.json), and JSON that isn't a list (a/package.json) is skipped.
    expect(rows.map((row) => [row.place, 'fields' in row ? (row.fields.title ?? '') : row.problem])).toEqual([
      ['a/mine.md, line 5', 'First'],
      ['a/mine.md, line 21', 'First'],
      ['a/table.csv, line 2', 'Tea'],
      ['a/rows.json', 'A'],
      ['a/broken.csv', expect.stringContaining('no columns for title and text')],
    ])
  })

  it('refuses documents from other programs, with an error that says what to do', async () => {
    const file = { name: 'xl/workbook.xml', text: '<x/>' }
    await expect(read(['mine.xlsx', await zipOfFiles([file])])).rejects.toThrow(
      'mine.xlsx: This is a spreadsheet. Save',
    )
    const word = [
      { name: '[Content_Types].xml', text: '' },
      { name: 'word/document.xml', text: '<x/>' },
    ]
    await expect(read(['mine.docx', await zipOfFiles(word)])).rejects.toThrow('a document from another program')
  })

  it('accepts a zip with a folder that spreadsheets also have', async () => {
    const prompt = { name: 'xl/tea.md', text: 'Make tea, please.' }
    expect(await read(['sizes.zip', await zipOfFiles([prompt])])).toMatchObject([{ fields: { content: prompt.text } }])
  })

  it('accepts plain text, a JSON object on several lines, and cells copied from a spreadsheet', async () => {
    const fields = { title: 'Tea', prompt: 'Make tea.' }
    expect(await read(['my-tea.txt', 'Make tea,\nplease.'])).toMatchObject([
      { fields: { title: 'my tea', content: 'Make tea,\nplease.' } },
    ])
    expect(await read(['table.txt', 'title,prompt\nTea,Make tea.\n'])).toMatchObject([{ fields }])
    expect(await read(['list.txt', '[\n{"title":"Tea","prompt":"Make tea."}]'])).toMatchObject([{ fields }])
    for (const content of ['{{drink}}: make it.', '[Role] You make tea.', '[{{drink}}] Make it.'])
      expect(await read(['my-tea.txt', content])).toMatchObject([{ fields: { content } }])
    expect(await read(['one.json', JSON.stringify(fields, null, 2)])).toEqual([{ place: 'line 1', fields }])
    expect(await read(['', 'title\tprompt\nTea\tMake tea.\n\t\n'])).toMatchObject([{ fields }])
    expect(await read(['list.json', JSON.stringify({ version: 1, prompts: [fields, fields] })])).toMatchObject([
      { fields },
      { fields },
    ])
    expect(await read(['mac.csv', 'title,prompt\rTea,Make tea.\r'])).toEqual([{ place: 'line 2', fields }])
    expect(await read(['excel.csv', 'sep=;\r\ntitle;prompt\r\nTea;Make tea.\r\n'])).toEqual([
      { place: 'line 3', fields },
    ])
    expect(await read(['', '# Tea\n\nMake tea.'])).toMatchObject([{ fields: { title: 'Tea' } }])
  })

  it('reads the other files if one is broken', async () => {
    expect(await read(['a.md', 'Make tea.'], ['b.csv', 'x,y\n'])).toMatchObject([
      { place: 'a.md', fields: { content: 'Make tea.' } },
      { place: 'b.csv', problem: expect.stringContaining('no columns') },
    ])
  })

  it('refuses a file that changed after it was chosen, with an error that says what to do', async () => {
    const blob = new Blob(['title,prompt\n'])
    blob.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
    await expect(readFiles([{ name: 'a.csv', blob }])).rejects.toThrow('a.csv: It has been changed or moved since')
  })

  it('reads a compressed zip', async () => {
    expect(await read(['all.zip', forgedZip('a.md', deflateRawSync('Hello there.'))])).toEqual([
      { place: 'a.md', fields: { title: 'a', content: 'Hello there.' }, notes: [] },
    ])
  })

  it.each([
    [
      'huge.csv',
      `title,prompt\n${'A,B\n'.repeat(5_001)}`,
      'You can import at most 5,000 prompts at a time. Import them in parts.',
    ],
    ['latin.csv', new Uint8Array([0x61, 0xe9]), `latin.csv: ${encodingProblem()}`],
    ['cut.zip', new Uint8Array([0x50, 0x4b, 3, 4, 0]), 'cut.zip: This isn’t a zip archive, or it is damaged.'],
    ['big.json', ' '.repeat(20_000_001), 'big.json: It is too large. Such files can be at most 20 MB.'],
    ['empty.json', '[]', 'empty.json: It has no prompts.'],
    ['scan.pdf', '%PDF-1.7 text', `scan.pdf: ${binaryProblem()}`],
    ['old.doc', '\u0001x\0y', `old.doc: ${binaryProblem()}`],
    ['what.csv', 'a,b\n', expect.stringContaining('what.csv: The first line has no columns')],
  ])('refuses %s with a reason', async (name, content, message) => {
    await expect(read([name, content])).rejects.toMatchObject({ message })
  })
})

describe('a hostile zip', () => {
  const readAll = (bytes: Uint8Array<ArrayBuffer>) => collect(readZip(bytes, () => true))

  it('with a file that unpacks to 200 MB isn’t refused as a whole: only that file is invalid', async () => {
    const bomb = forgedZip('bomb.md', deflateRawSync(Buffer.alloc(200_000_000)))
    expect(bomb.length).toBeLessThan(250_000)
    expect(await readAll(bomb)).toEqual([
      { name: 'bomb.md', problem: 'It is too large. A file in an archive can have at most 5 MB.' },
    ])
  })

  it('whose files together contain too much text is refused', async () => {
    const file = { name: 'a.md', text: Buffer.alloc(zipLimits.fileBytes, 'x') }
    const many = await zipOfFiles(Array.from({ length: 5 }, () => file))
    await expect(readAll(many)).rejects.toThrow(
      'This archive is too large. It can have at most 20 MB of text and 5,000 files.',
    )
  })

  it('that claims to have 10,000 files is refused', async () => {
    const zip = await zipOfFiles([{ name: 'a.md', text: 'x' }])
    new DataView(zip.buffer).setUint16(zip.length - 12, 10_000, true)
    await expect(readAll(zip)).rejects.toThrow('This archive is too large')
  })

  it.each([
    ['encrypted', { flags: 1 }, 'It is protected by a password.'],
    ['compressed by an unknown method', { method: 14 }, 'It is compressed in a way that can’t be read here.'],
    ['damaged', {}, 'It is damaged.'],
  ])('with a file that is %s isn’t refused as a whole: only that file is invalid', async (_what, change, problem) => {
    expect(await readAll(forgedZip('a.md', Buffer.from('\xff\xff no deflate', 'latin1'), change))).toEqual([
      { name: 'a.md', problem },
    ])
  })

  it('that is cut off or points beyond its end is refused with one sentence', async () => {
    const zip = await zipOfFiles([{ name: 'a.md', text: 'Some text.' }])
    for (let length = 0; length < zip.length; length += 7)
      await expect(readAll(zip.slice(0, length))).rejects.toThrow('This isn’t a zip archive, or it is damaged.')
    await expect(readAll(forgedZip('a.md', deflateRawSync('x'), { offset: 4_000_000 }))).rejects.toThrow(
      'isn’t a zip archive',
    )
  })
})
