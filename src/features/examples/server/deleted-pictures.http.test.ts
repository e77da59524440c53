import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { startS3Server } from '#test/s3-server.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { pictureFiles } from '../rules.ts'
import { createBucketStore } from './bucket-store.ts'
import { removeSomeExamplesOf } from './change-example-status.ts'
import { deleteExamplesOf } from './delete-examples.ts'
import { exampleRetention } from './example-retention.ts'
import { createFolderStore, type PictureStore } from './picture-store.ts'
import { removeDuePictures } from './remove-pictures.ts'

let folder: string
let server: Awaited<ReturnType<typeof startS3Server>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deleted-pictures-'))
  server = await startS3Server(join(folder, 's3'), 'pictures')
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['folder', 'bucket'] as const)('stored in a %s, a picture is gone everywhere', (kind) => {
  let testSite: TestSite
  let store: PictureStore
  let moderator: string
  let time = new Date()
  let count = 0
  beforeAll(async () => {
    store = kind === 'bucket' ? createBucketStore(server.settings) : createFolderStore(join(folder, 'disk'))
    testSite = await createTestSite({ now: () => time, site: { pictures: store } })
    moderator = await testSite.addUser('moderator', 'moderator')
  })
  afterAll(() => testSite.close())

  const shareImageGreenness = async (slug: string) => {
    const response = await testSite.app.request(`/share/prompt/${slug}.png`)
    const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats()
    return (channels[1]?.mean ?? 0) - (channels[0]?.mean ?? 0)
  }

  /** Publishes a picture, runs `act`, which removes it, and expects the site to show the picture nowhere. */
  async function publishThen(
    act: (example: { id: string; as: string; promptId: string; slug: string }) => Promise<unknown>,
  ) {
    const as = await testSite.addUser(`member${kind}${++count}`)
    const { id: promptId, slug } = await testSite.addPrompt({
      category: 'image-generation',
      content: `A meadow, oil painting --ar 3:2 ${++count}`,
    })
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#10c040' } })
      .png()
      .toBuffer()
    const uploaded = await testSite.request('/api/pictures', { as, method: 'POST', body: new Uint8Array(bytes) })
    const json = { model: 'Flux', madeOn: '2026-11-01', pictures: [{ id: uploaded.body.id, alt: 'A green meadow' }] }
    const { body } = await testSite.request(`/api/prompts/${promptId}/examples`, { as, method: 'POST', json })
    const decide = (more: object) =>
      testSite.request(`/api/admin/examples/${body.id}`, { as: moderator, method: 'POST', json: more })
    expect((await decide({ action: 'approve' })).status).toBe(200)
    const src = (await testSite.request(`/api/prompts/${promptId}/examples`)).body.items[0].pictures[0].src as string
    const key = src.split('/').at(-2) as string
    const files = () => Promise.all(pictureFiles.map(async (file) => (await store.read(key, file)) !== null))
    const readStatuses = () =>
      Promise.all(pictureFiles.map(async (file) => (await testSite.app.request(`${src}${file}`)).status))
    expect(new Set(await files())).toEqual(new Set([true]))
    expect(new Set(await readStatuses())).toEqual(new Set([200]))
    const during = await shareImageGreenness(slug)

    const { rows: before } = await sql<{ version: number }>`select version from catalogue_version`.execute(testSite.db)
    await act({ id: body.id, as, promptId, slug })
    expect(new Set(await readStatuses())).toEqual(new Set([404]))
    expect((await testSite.app.request(`${src}480.avif`, { headers: { 'if-none-match': `"${key}"` } })).status).toBe(
      404,
    )
    // A recorded change names the pages to drop by keys. `everything` (content-changes.ts) means all pages.
    const { rows } = await sql`
      select from content_changes where version > ${before[0]?.version} and keys && ${[promptId, 'everything']}`.execute(
      testSite.db,
    )
    expect(rows.length, 'cached pages and proxies are notified').toBeGreaterThan(0)
    const prompt = await testSite.request(`/api/prompts/${promptId}`)
    if (prompt.status === 200) {
      expect(prompt.body.result).toBeNull()
      expect(await shareImageGreenness(slug)).toBeLessThan(during - 5)
      expect(
        (await testSite.request('/api/prompts?category=image-generation')).body.items.some(
          (item: { slug: string; result: unknown }) => item.slug === slug && item.result !== null,
        ),
      ).toBe(false)
    }
    return { key, files }
  }
  const tidy = async () => {
    await deleteOldData(testSite.db, exampleRetention, time)
    await removeDuePictures({ db: testSite.db, store })
  }
  const expectDeleted = async ({ files }: { files: () => Promise<boolean[]> }) =>
    expect(new Set(await files())).toEqual(new Set([false]))

  it('after the member deletes it', async () => {
    const picture = await publishThen(async ({ id, as }) => {
      expect((await testSite.request(`/api/examples/${id}`, { as, method: 'DELETE' })).status).toBe(204)
    })
    await tidy()
    await expectDeleted(picture)
  })

  it('after the member deletes the account', async () => {
    const picture = await publishThen(async ({ as }) => {
      await inTransaction(testSite.db, (tx) => deleteExamplesOf(tx, as))
    })
    await tidy()
    await expectDeleted(picture)
  })

  it('after a moderator removes it: immediately for readers, from storage within 31 days', async () => {
    const picture = await publishThen(({ id }) =>
      testSite.request(`/api/admin/examples/${id}`, {
        as: moderator,
        method: 'POST',
        json: { action: 'remove', removedReason: 'It shows a person.' },
      }),
    )
    const removedAt = time
    time = new Date(removedAt.getTime() + 31 * 86_400_000)
    await tidy()
    time = removedAt
    await expectDeleted(picture)
  })

  it('after a moderator removes its prompt', async () => {
    await publishThen(({ promptId }) =>
      testSite.request(`/api/admin/prompts/${promptId}`, {
        as: moderator,
        method: 'PATCH',
        json: { status: 'removed', removedReason: 'It is spam.' },
      }),
    )
  })

  it('and only pictures in the database have files in storage', async () => {
    const storageFolder = kind === 'bucket' ? join(folder, 's3', 'pictures') : join(folder, 'disk')
    const names = (await readdir(storageFolder, { recursive: true })).filter((name) => /480\.avif/.test(name))
    const { rows } = await sql`select from example_pictures`.execute(testSite.db)
    expect(new Set(names.map((name) => name.split('/').slice(0, -1).join('/'))).size).toBe(rows.length)
  })
})

describe('cached pages are invalidated for an example with text', () => {
  const json = { model: 'GPT', madeOn: '2025-11-01', text: 'Dear customer, your parcel is on its way.' }
  let testSite: TestSite
  let count = 0
  beforeAll(async () => {
    testSite = await createTestSite()
  })
  afterAll(() => testSite.close())
  const countInvalidations = async (act: (example: { id: string; as: string }) => Promise<unknown>) => {
    const as = await testSite.addUser(`writer${++count}`)
    const { id: promptId } = await testSite.addPrompt()
    const example = await testSite.request(`/api/prompts/${promptId}/examples`, { as, method: 'POST', json })
    expect(example.status).toBe(201)
    const countChanges = async () =>
      (await sql`select from content_changes where keys && ${[promptId]}`.execute(testSite.db)).rows.length
    const before = await countChanges()
    await act({ id: example.body.id, as })
    return (await countChanges()) - before
  }

  it('of a deleted account', async () => {
    expect(await countInvalidations(({ as }) => inTransaction(testSite.db, (tx) => deleteExamplesOf(tx, as)))).toBe(1)
  })

  it('that a moderator removes and then restores', async () => {
    const decisions = async ({ id }: { id: string }) => {
      const moderator = await testSite.addUser('moderator', 'moderator')
      for (const json of [{ action: 'remove', removedReason: 'It names a person.' }, { action: 'restore' }]) {
        const response = await testSite.request(`/api/admin/examples/${id}`, { as: moderator, method: 'POST', json })
        expect(response.status).toBe(200)
      }
    }
    expect(await countInvalidations(decisions)).toBe(2)
  })

  it('that is removed because its author is banned', async () => {
    const ban = ({ as }: { as: string }) =>
      inTransaction(testSite.db, (tx) => removeSomeExamplesOf(tx, as, 'Spam', new Date()))
    expect(await countInvalidations(ban)).toBe(1)
  })
})
