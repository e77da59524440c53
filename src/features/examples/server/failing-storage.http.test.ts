import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BucketBehavior, startFailingBucket } from '#test/fakes/failing-bucket.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { removeDuePictures } from './remove-pictures.ts'

let bucket: Awaited<ReturnType<typeof startFailingBucket>>
let testSite: TestSite
let as: string
const logged: string[] = []
beforeAll(async () => {
  bucket = await startFailingBucket()
  const log = { error: (_: unknown, text: string) => logged.push(text), warn() {}, info() {}, debug() {} }
  testSite = await createTestSite({ site: { pictures: bucket.store, log: log as never } })
  as = await testSite.addUser('member')
})
afterAll(async () => {
  await testSite.close()
  await bucket.stop()
})

const picture = async () =>
  new Uint8Array(
    await sharp({ create: { width: 100, height: 80, channels: 3, background: '#10c040' } })
      .png()
      .toBuffer(),
  )
const upload = async (body?: BodyInit, member = as) =>
  testSite.request('/api/pictures', {
    as: member,
    method: 'POST',
    // TypeScript's DOM types don't include `duplex`, which a streamed body needs.
    ...{ duplex: 'half' },
    body: body ?? (await picture()),
  })

it.each<BucketBehavior>(['refuse', 'reset'])(
  'an upload that the bucket doesn’t store (%s) fails with an error about pictures, not about the database',
  async (behavior) => {
    let puts = 0
    bucket.script.behave = (method) => (method === 'PUT' && ++puts > 2 ? behavior : 'accept')
    logged.length = 0
    const { status, headers, body } = await upload()
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'overloaded', '60'])
    expect(body.error).toBe('Pictures can’t be stored at the moment. Try again in a minute.')
    expect(logged).toContain('picture storage failed')
    expect(await testSite.db.selectFrom('examplePictures').select('id').execute()).toEqual([])
    bucket.script.behave = () => 'accept'
  },
)

it.each<BucketBehavior>(['refuse', 'reset', 'stop halfway'])(
  'a picture that the bucket doesn’t return (%s) isn’t reported as missing, and no cache stores the response',
  async (behavior) => {
    const { src } = (await upload()).body
    bucket.script.behave = (method) => (method === 'GET' ? behavior : 'accept')
    const response = await testSite.app.request(`${src}480.webp`, { headers: await testSite.headersOf(as) })
    expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect((await response.json()).error).toBe('Pictures can’t be read at the moment. Try again in a minute.')
    bucket.script.behave = () => 'accept'
  },
)

it('a picture that can’t be removed doesn’t prevent the removal of other pictures', async () => {
  for (let index = 0; index < 3; index++) await upload()
  await sql`delete from example_pictures`.execute(testSite.db)
  await sql`update picture_removals set due_at = now() - interval '1 minute'`.execute(testSite.db)
  const remaining = () =>
    testSite.db.selectFrom('pictureRemovals').select('key').orderBy('dueAt').orderBy('key').execute()
  const failingKey = (await remaining())[0]?.key ?? ''
  bucket.script.behave = (_, path) => (path.includes(failingKey) ? 'refuse' : 'accept')
  const tidy = () => removeDuePictures({ db: testSite.db, store: bucket.store })
  // The first run ends at the failing picture, and postpones it.
  await expect(tidy()).rejects.toThrow()
  await tidy()
  expect(await remaining()).toEqual([{ key: failingKey }])

  bucket.script.behave = () => 'accept'
  await sql`update picture_removals set due_at = now()`.execute(testSite.db)
  await tidy()
  expect(await remaining()).toEqual([])
})

it('a member whose uploads don’t end doesn’t block other members', async () => {
  const endings: (() => void)[] = []
  const createEndlessBody = () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array([0x89]))
        endings.push(() => controller.close())
      },
    })
  const endlessUploads = Array.from({ length: 14 }, () => upload(createEndlessBody()))
  const other = await testSite.addUser('Other')
  expect((await upload(undefined, other)).status).toBe(201)
  for (const end of endings) end()
  expect((await Promise.all(endlessUploads)).map(({ status }) => status)).toEqual(Array(14).fill(400))
})
