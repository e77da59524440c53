import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WrittenPrompt } from '#features/catalogue/contract.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createApp } from '#server/app.ts'
import { createTestServices } from '#test/test-services.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { dumpPath } from '../rules.ts'

let testSite: TestSite
let folder: string
let time = new Date('2027-03-01T10:00:00Z')
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dump-'))
  testSite = await createTestSite({
    now: () => time,
    site: { dumpFolder: folder, publicOrigin: 'https://prompts.example' },
  })
})
afterAll(async () => {
  await testSite.close()
  await rm(folder, { recursive: true })
})

const load = (headers: Record<string, string> = {}) => testSite.app.request(dumpPath, { headers })
const rowsOf = async (response: Response) =>
  gunzipSync(await response.arrayBuffer())
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const titlesOf = async (response: Response) => (await rowsOf(response)).map(({ title }) => title).sort()

async function hide(id: string): Promise<void> {
  await inTransaction(testSite.db, async (tx) => {
    await tx.updateTable('prompts').set({ status: 'removed' }).where('id', '=', id).execute()
    await recordContentChange(tx, [id])
  })
}

describe('the dump', () => {
  it('has one line for each published prompt, with its license, and no other prompts', async () => {
    const { id, slug } = await testSite.addPrompt({ title: 'First', content: 'Ask about {{topic}}.\n“Ünïcode” ☃' })
    const second = await testSite.addPrompt({ title: 'Reserved', licence: 'all-rights-reserved' })
    await testSite.addPrompt({ title: 'A draft', status: 'draft' })
    const response = await load()
    expect(response.headers.get('content-type')).toBe('application/gzip')
    expect(response.headers.get('set-cookie')).toBeNull()
    const bytes = Number(response.headers.get('content-length'))
    const rows = await rowsOf(response.clone())
    expect((await response.arrayBuffer()).byteLength).toBe(bytes)
    expect(rows.map((row) => row.id)).toEqual([id, second.id])
    expect(rows[0]).toMatchObject({
      slug,
      url: `https://prompts.example/prompt/${slug}`,
      licence: 'CC0-1.0',
      title: 'First',
      content: 'Ask about {{topic}}.\n“Ünïcode” ☃',
    })
    expect(Object.keys(rows[0])).toEqual(expect.arrayContaining(Object.keys(WrittenPrompt.shape)))
    expect(rows[1]).toMatchObject({ title: 'Reserved', licence: 'all-rights-reserved', content: null })
  })

  it('stays the same for a day in all processes, and a request with its ETag returns 304', async () => {
    const first = await load()
    const etag = first.headers.get('etag') ?? ''
    const laterPrompt = await testSite.addPrompt({ title: 'Published later' })
    await testSite.db
      .updateTable('prompts')
      .set({ publishedAt: new Date('2027-03-01T12:00:00Z') })
      .where('id', '=', laterPrompt.id)
      .execute()
    time = new Date('2027-03-01T23:59:59Z')
    const repeatedResponse = await load({ 'if-none-match': etag })
    expect([repeatedResponse.status, await repeatedResponse.text()]).toEqual([304, ''])
    const otherApp = createApp({
      ...createTestServices(testSite.db),
      db: testSite.db,
      dumpFolder: folder,
      now: () => time,
    })
    expect((await otherApp.request(dumpPath)).headers.get('etag')).toBe(etag)
    const head = await testSite.app.request(dumpPath, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, first.headers.get('content-length')])
    expect(await titlesOf(await load())).toEqual(['First', 'Reserved'])
  })

  it('is written again the next day, and the old file is deleted', async () => {
    time = new Date('2027-03-02T00:00:00Z')
    expect(await titlesOf(await load())).toEqual(['First', 'Published later', 'Reserved'])
    expect(await readdir(folder)).toHaveLength(1)
  })

  it('no longer contains a prompt that has been hidden', async () => {
    const { id } = await testSite.addPrompt({ title: 'Removed soon' })
    time = new Date('2027-03-03T08:00:00Z')
    const before = await load()
    expect(await titlesOf(before.clone())).toContain('Removed soon')
    await hide(id)
    const after = await load({ 'if-none-match': before.headers.get('etag') ?? '' })
    expect(after.status).toBe(200)
    expect(await titlesOf(after)).not.toContain('Removed soon')
  })

  it('is written only once for concurrent requests', async () => {
    time = new Date('2027-03-04T08:00:00Z')
    const etags = (await Promise.all(Array.from({ length: 8 }, () => load()))).map(({ headers }) => headers.get('etag'))
    expect(new Set(etags).size).toBe(1)
    expect(await readdir(folder)).toHaveLength(1)
  })

  it('is written, and unfinished files that are older than an hour are deleted', async () => {
    const unfinishedFile = (at: string) =>
      join(folder, `${new Date(at).getTime()}-00000000-0000-4000-8000-000000000000.half`)
    await writeFile(unfinishedFile('2027-03-04T09:00:00Z'), 'cut off')
    await writeFile(unfinishedFile('2027-03-05T07:55:00Z'), 'of a process that is still writing')
    time = new Date('2027-03-05T08:00:00Z')
    expect((await load()).status).toBe(200)
    expect((await readdir(folder)).filter((name) => name.endsWith('.half'))).toEqual([
      basename(unfinishedFile('2027-03-05T07:55:00Z')),
    ])
    await rm(unfinishedFile('2027-03-05T07:55:00Z'))
  })

  it('that one process has rewritten is reused by the others', async () => {
    const { id } = await testSite.addPrompt({ title: 'Removed from two' })
    time = new Date('2027-03-06T08:00:00Z')
    const otherApp = createApp({
      ...createTestServices(testSite.db),
      db: testSite.db,
      dumpFolder: folder,
      now: () => time,
    })
    const etagOf = async (app: typeof otherApp) => (await app.request(dumpPath)).headers.get('etag')
    const before = await etagOf(otherApp)
    expect(await etagOf(testSite.app)).toBe(before)
    await hide(id)
    time = new Date('2027-03-06T09:00:00Z')
    const after = await etagOf(otherApp)
    expect(after).not.toBe(before)
    time = new Date('2027-03-06T10:00:00Z')
    expect(await etagOf(testSite.app)).toBe(after)
  })

  it('is sent with its own ETag, even if another process has just replaced the file', async () => {
    time = new Date('2027-03-07T08:00:00Z')
    await load()
    const [name = ''] = await readdir(folder)
    const newer = name.replace(/\d+/, (writtenAt) => String(Number(writtenAt) + 1))
    await rename(join(folder, name), join(folder, newer))
    time = new Date('2027-03-07T09:00:00Z')
    expect((await load()).headers.get('etag')).toBe(`"${newer.replace('.jsonl.gz', '')}"`)
  })

  it('can be loaded after its file was deleted', async () => {
    await load()
    for (const name of await readdir(folder)) await rm(join(folder, name))
    expect((await load()).status).toBe(200)
  })
})
