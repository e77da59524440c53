import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeZip } from '#features/transfer/server/write-zip.ts'
import { runCli } from '#test/cli.ts'
import { collect } from '#test/collect.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let folder = ''
beforeAll(async () => {
  testSite = await createTestSite()
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  await mkdir(join(folder, 'commands'))
})
afterAll(async () => {
  await testSite.close()
  await rm(folder, { recursive: true })
})

const importFile = async (name: string, content: string | Uint8Array, ...options: string[]) => {
  const file = join(folder, name)
  await writeFile(file, content)
  return runCli(['import', file, ...options], testSite.connection)
}

async function zipOf(texts: Record<string, string | Uint8Array>) {
  async function* files() {
    for (const [name, text] of Object.entries(texts))
      yield { name, bytes: Buffer.from(text as string), modifiedAt: new Date('2026-01-01') }
  }
  return Buffer.concat(await collect(writeZip(files())))
}

describe('the command line imports files with a single prompt', () => {
  it('one at a time, and prints which lines are left out', async () => {
    const text = '---\ntitle: A review\nhooks: x\n---\nReview $1 with care.'
    const { status, stdout, stderr } = await importFile('commands/review.md', text)
    expect([status, stdout]).toEqual([0, 'review.md: 1 new, 0 already there, 0 refused.\n'])
    expect(stderr).toContain('commands/review.md: Line 3: “hooks” is left out. Nothing runs automatically here.')
    const { body } = await testSite.request('/api/prompts?q=review')
    const prompt = await testSite.request(`/api/prompts/${body.items[0].id}`)
    expect(prompt.body).toMatchObject({ title: 'A review', content: 'Review {{argument 1}} with care.' })
  })

  it('in a zip archive, and prints the file of each refusal and note', async () => {
    const zip = await zipOf({
      'one/SKILL.md': '---\nname: first-skill\nallowed-tools: Bash\n---\nDo it for {{whom}}.',
      'two.prompt': '---\ninput: [\n---\nDo it.',
      'three.mdc': '# Third rule\n\nDo it for {{whom}}.',
    })
    const { status, stdout, stderr } = await importFile('all.zip', zip)
    expect([status, stdout]).toEqual([1, 'all.zip: 2 new, 0 already there, 1 refused.\n'])
    expect(stderr).toContain('one/SKILL.md: Line 3: “allowed-tools” is left out. A prompt here has no tools.')
    expect(stderr).toMatch(/two\.prompt is left out\. Line \d: This isn’t valid YAML/)
    expect((await importFile('all.zip', zip)).stdout).toBe('all.zip: 0 new, 2 already there, 1 refused.\n')
  })

  it('and prints no control characters', async () => {
    const control = '\x1b[2J\x1b]0;title\x07'
    const zip = await zipOf({
      [`${control}\nall.md`]: '---\na: [\n---\nDo it.',
      'two/SKILL.md': `---\nname: a-skill\n---\nRead @${control}/a.md and @docs/${control} now.`,
    })
    const { stderr } = await importFile('control.zip', zip)
    expect(stderr).toContain('all.md is left out.')
    expect(stderr.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    expect(stderr.split('\n').some((line) => line.startsWith('all.md'))).toBe(false)
  })

  it('in any encoding that the browser reads, and code stays as it is', async () => {
    const table = Buffer.from('\ufeffsep=;\r\nact;prompt\r\nNaïve 茶;"Copy `${HOME}` for ${name}."\r\n', 'utf16le')
    expect((await importFile('utf16.csv', table)).stdout).toBe('utf16.csv: 1 new, 0 already there, 0 refused.\n')
    const { body } = await testSite.request('/api/prompts?q=naïve')
    const prompt = await testSite.request(`/api/prompts/${body.items[0].id}`)
    expect(prompt.body).toMatchObject({ title: 'Naïve 茶', content: 'Copy `${HOME}` for {{name}}.' })
  })

  it('and says why nothing was imported', async () => {
    const object = await importFile('object.json', '{\n "title": "A title",\n "content": "A text that is long."\n}')
    expect([object.status, object.stdout]).toEqual([0, 'object.json: 1 new, 0 already there, 0 refused.\n'])
    const archive = await importFile('none.zip', await zipOf({ 'a/package.json': '{}' }))
    expect(archive.status).toBe(1)
    expect(archive.stderr).toContain('None of its files has a prompt with a title and a text: package.json.')
    const empty = await importFile('empty.json', '[]')
    expect([empty.status, empty.stderr]).toEqual([1, expect.stringContaining('It has no prompts.')])
  })

  it('with their pictures in a zip; addresses are fetched on request, and never at a private address', async () => {
    const png = await sharp({ create: { width: 80, height: 90, channels: 3, background: '#c06030' } })
      .png()
      .toBuffer()
    const page = (title: string, image: string) =>
      `---\ntitle: ${title}\nimage: ${image}\n---\nPaint a ${title} in oil.`
    const zip = await zipOf({
      'owl.md': page('tawny owl', 'owl.png'),
      'owl.png': png,
      'rook.md': page('black rook', 'http://127.0.0.1:9/rook.png'),
    })
    const first = await importFile('pictures.zip', zip)
    expect([first.status, first.stdout]).toEqual([
      0,
      'pictures.zip: 2 new, 0 already there, 0 refused.\nPictures: 1 added, 0 failed.\n',
    ])
    expect(first.stderr).toContain('Pictures at an address: 1. With --pictures, an import fetches missing ones.')
    const { body } = await testSite.request('/api/prompts?q=tawny')
    expect(body.items[0].result.picture).toMatchObject({ width: 80, height: 90, alt: 'tawny owl' })
    const second = await importFile('pictures.zip', zip, '--pictures')
    expect([second.status, second.stdout]).toEqual([
      1,
      'pictures.zip: 0 new, 2 already there, 0 refused.\nPictures: 0 added, 1 failed.\n',
    ])
    expect(second.stderr).toContain('rook.md: its picture is left out. It is at a private address')
  })

  it('and refuses a damaged archive', async () => {
    const { status, stderr } = await importFile('cut.zip', new Uint8Array([0x50, 0x4b, 3, 4]))
    expect(status).toBe(1)
    expect(stderr).toContain('This isn’t a zip archive, or it is damaged.')
  })
})
