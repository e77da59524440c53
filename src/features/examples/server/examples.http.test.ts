import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imageCategory } from '#features/catalogue/rules.ts'
import { cutText } from '#lib/well-formed.ts'
import { everything } from '#platform/database/content-changes.ts'
import { surrogateKeys } from '#platform/surrogate-keys.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { exampleLimits, pictureFiles } from '../rules.ts'
import { exampleRetention } from './example-retention.ts'
import { createFolderStore, type PictureStore } from './picture-store.ts'
import { removeDuePictures } from './remove-pictures.ts'
import { renewExampleResults } from './renew-example-results.ts'

const start = new Date('2026-11-20T12:00:00Z')
const hourMs = 3_600_000

let testSite: TestSite
let store: PictureStore
let folder: string
let now = start
let count = 0
let moderator: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  store = createFolderStore(folder)
  testSite = await createTestSite({ now: () => now, site: { pictures: store } })
  moderator = await testSite.addUser('moderator', 'moderator')
})
afterAll(async () => {
  await testSite.close()
  await rm(folder, { recursive: true, force: true })
})

const addMember = () => testSite.addUser(`member${++count}`)
const color = () => ({ r: Math.random() * 255, g: 90, b: 60 })
const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: color() } })
    .png()
    .toBuffer()
const upload = async (as: string, bytes?: Buffer) => {
  const body = new Uint8Array(bytes ?? (await picture()))
  return testSite.request('/api/pictures', { as, method: 'POST', body, headers: { 'content-type': 'image/png' } })
}
const text = 'Dear customer, your parcel is on its way and arrives on Monday.'
const details = { model: 'Flux 2', madeOn: '2026-11-19', settings: 'seed 4' }
const add = (as: string, promptId: string, more: object) =>
  testSite.request(`/api/prompts/${promptId}/examples`, { as, method: 'POST', json: { ...details, ...more } })
const addPictures = async (as: string, promptId: string, pictureCount = 1) => {
  const pictures: object[] = []
  for (let index = 0; index < pictureCount; index++)
    pictures.push({ id: (await upload(as)).body.id, alt: `A fox, number ${index}` })
  const response = await add(as, promptId, { pictures })
  expect(response.status).toBe(201)
  return response.body
}
const list = (id: string, as?: string) => testSite.request(`/api/prompts/${id}/examples`, { as })
const decide = (id: string, json: object, as = moderator) =>
  testSite.request(`/api/admin/examples/${id}`, { as, method: 'POST', json })
const fetchFile = async (src: string, file = '480.avif', as?: string) =>
  testSite.app.request(`${src}${file}`, { headers: as ? await testSite.headersOf(as) : {} })
const keyOf = (src: string) => src.split('/').at(-2) as string
const folderOf = (src: string) => join(folder, cutText(keyOf(src), 2), keyOf(src))
const tidy = async () => {
  await deleteOldData(testSite.db, exampleRetention, testSite.now())
  await removeDuePictures({ db: testSite.db, store })
}
const addImagePrompt = () =>
  testSite.addPrompt({ category: imageCategory, content: `A fox, oil painting --ar 3:2 ${++count}` })

describe('an example with a text', () => {
  it('is shown immediately, above older ones, with model, day and settings', async () => {
    const [as, { id }] = [await addMember(), await testSite.addPrompt()]
    const { status, body } = await add(as, id, { text })
    expect([status, body.status]).toEqual([201, 'published'])
    now = new Date(now.getTime() + 1_000)
    await add(as, id, { text: `${text} Again.` })
    const { items } = (await list(id)).body
    expect(items[1]).toEqual({ ...body, ...details, text, pictures: [], removedReason: null })
    expect(items).toHaveLength(2)
  })

  it('is added once, even if it is sent several times concurrently', async () => {
    const [as, { id }] = [await addMember(), await testSite.addPrompt()]
    const responses = await Promise.all(Array.from({ length: 6 }, () => add(as, id, { text })))
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect((await list(id)).body.total).toBe(1)
  })

  it('is refused if the member already has five for the same prompt, even if all are sent concurrently', async () => {
    const [as, { id }] = [await addMember(), await testSite.addPrompt()]
    const responses = await Promise.all(Array.from({ length: 8 }, (_, i) => add(as, id, { text: `${text} ${i}` })))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409, 409])
  })

  it('is on exactly one page of the list', async () => {
    const { id } = await testSite.addPrompt()
    for (const i of [1, 2, 3]) await add(await addMember(), id, { text: `${text} ${i}` })
    const first = await testSite.request(`/api/prompts/${id}/examples?limit=2`)
    const next = await testSite.request(`/api/prompts/${id}/examples?limit=2&cursor=${first.body.nextCursor}`)
    const ids = [...first.body.items, ...next.body.items].map((one: { id: string }) => one.id)
    expect([new Set(ids).size, next.body.nextCursor]).toEqual([3, null])
  })
})

it.each([
  ['neither a text nor pictures', {}],
  ['a text and pictures', { text, pictures: [{ id: '019a9d1e-7c00-7000-8000-000000000001', alt: 'A fox' }] }],
  ['a short text', { text: 'Too short' }],
  ['a long text', { text: 'x'.repeat(exampleLimits.textMax + 1) }],
  ['a future day', { text, madeOn: '2026-12-01' }],
  ['an invalid day', { text, madeOn: '2026-02-30' }],
  ['a model on two lines', { text, model: 'a\nb' }],
  ['five pictures', { pictures: Array(5).fill({ id: '019a9d1e-7c00-7000-8000-000000000001', alt: 'A fox' }) }],
  ['a picture without a description', { pictures: [{ id: '019a9d1e-7c00-7000-8000-000000000001', alt: ' ' }] }],
  ['an unknown picture', { pictures: [{ id: '019a9d1e-7c00-7000-8000-000000000001', alt: 'A fox' }] }],
])('an example is refused with %s', async (_, more) => {
  const { status, body } = await add(await addMember(), (await testSite.addPrompt()).id, more)
  expect([status, body.code]).toEqual([400, 'validation_failed'])
})

describe('pictures', () => {
  it('wait for a moderator even after one of the member’s texts was published', async () => {
    const [as, { id }] = [await addMember(), await addImagePrompt()]
    expect((await add(as, id, { text })).body.status).toBe('published')
    expect((await addPictures(as, id)).status).toBe('pending')
  })

  it('whose files haven’t all been written can’t be used', async () => {
    const [as, { id }] = [await addMember(), await addImagePrompt()]
    const uploaded = (await upload(as)).body
    await testSite.db.updateTable('examplePictures').set({ stored: false }).where('id', '=', uploaded.id).execute()
    expect((await add(as, id, { pictures: [{ id: uploaded.id, alt: 'A fox' }] })).status).toBe(400)
  })

  it('have the cache keys of their prompt and of all content', async () => {
    const [as, { id }] = [await addMember(), await addImagePrompt()]
    const example = await addPictures(as, id)
    await decide(example.id, { action: 'approve' })
    const { headers } = await fetchFile(`/pictures/${keyOf(example.pictures[0].src)}/`)
    expect(headers.get('surrogate-key')).toBe(surrogateKeys([everything, id]))
  })

  it('that are a member’s first are shown only to the member and moderators until one is approved', async () => {
    const [as, other, { id }] = [await addMember(), await addMember(), await addImagePrompt()]
    const example = await addPictures(as, id, 2)
    expect(example).toMatchObject({
      status: 'pending',
      pictures: [{ width: 300, height: 200, alt: 'A fox, number 0' }, {}],
    })
    const { src } = example.pictures[0]
    expect((await list(id, as)).body.items).toEqual([])
    expect(JSON.stringify((await testSite.request(`/api/prompts/${id}`, { as })).body)).not.toContain(keyOf(src))
    for (const reader of [undefined, other, as])
      expect((await fetchFile(`/pictures/${keyOf(src)}/`, '480.avif', reader)).status).toBe(404)
    expect((await fetchFile(src)).status).toBe(401)
    expect((await fetchFile(src, '480.avif', other)).status).toBe(404)
    for (const reader of [as, moderator]) {
      const response = await fetchFile(src, '480.avif', reader)
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    }
    expect((await testSite.request('/api/user/examples', { as })).body.items[0]).toEqual(example)
    expect((await testSite.request(`/api/users/${example.user.username}/examples`)).body.items).toEqual([])

    expect((await decide(example.id, { action: 'approve' })).status).toBe(200)
    const [shown] = (await list(id)).body.items
    expect(shown.pictures[0].src).toBe(`/pictures/${keyOf(src)}/`)
    for (const file of pictureFiles) {
      const response = await fetchFile(shown.pictures[0].src, file)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(response.headers.get('set-cookie')).toBeNull()
      const { width, exif, icc } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      expect([width, exif, icc]).toEqual([300, undefined, undefined])
    }
    expect((await testSite.request(`/api/prompts/${id}`)).body.result.picture).toEqual(shown.pictures[0])
    const { body } = await testSite.request(`/api/users/${shown.user.username.toUpperCase()}/examples`)
    expect(body).toMatchObject({ items: [{ ...shown, prompt: { id } }], total: 1 })
    expect((await testSite.request('/api/users/moderator/examples')).body).toMatchObject({ items: [], total: 0 })
    expect((await addPictures(as, id)).status).toBe('published')
  })

  it('wait if none of the member’s earlier pictures has been approved, or the approved ones were removed', async () => {
    const [as, { id }] = [await addMember(), await addImagePrompt()]
    const first = await addPictures(as, id)
    expect([first.status, (await addPictures(as, id)).status]).toEqual(['pending', 'pending'])
    await decide(first.id, { action: 'approve' })
    await decide(first.id, { action: 'remove', removedReason: 'It shows a person.' })
    expect((await addPictures(as, id)).status).toBe('pending')
  })

  it('of another member can’t be used, even if no example uses them yet', async () => {
    const [as, other, { id }] = [await addMember(), await addMember(), await addImagePrompt()]
    const pictures = [{ id: (await upload(as)).body.id, alt: 'A fox' }]
    expect((await add(other, id, { pictures })).status).toBe(400)
    expect((await add(as, id, { pictures })).status).toBe(201)
  })

  it('are on the prompt’s share image while they are public', async () => {
    const [as, { id, slug }] = [await addMember(), await addImagePrompt()]
    const green = sharp({ create: { width: 800, height: 600, channels: 3, background: '#10c040' } })
    const pictures = [{ id: (await upload(as, await green.png().toBuffer())).body.id, alt: 'A meadow' }]
    const example = (await add(as, id, { pictures })).body
    const readShareImage = async () => {
      const response = await testSite.app.request(`/share/prompt/${slug}.png`)
      const image = sharp(Buffer.from(await response.arrayBuffer()))
        .removeAlpha()
        .raw()
      const { data, info } = await image.toBuffer({ resolveWithObject: true })
      const offset = (Math.round(info.height * 0.65) * info.width + Math.round(info.width * 0.6)) * 3
      const [redValue = 0, greenValue = 0] = data.subarray(offset, offset + 2)
      return { isGreen: greenValue > 160 && redValue < 60, etag: response.headers.get('etag') }
    }
    const before = await readShareImage()
    expect(before.isGreen).toBe(false)
    await decide(example.id, { action: 'approve' })
    const during = await readShareImage()
    expect(during.isGreen).toBe(true)
    await decide(example.id, { action: 'remove', removedReason: 'Too green.' })
    expect(await readShareImage()).toEqual(before)
    expect(during.etag).not.toBe(before.etag)
  })

  it('that two concurrent requests use belong to one example', async () => {
    const [as, { id }] = [await addMember(), await addImagePrompt()]
    const pictures = [{ id: (await upload(as)).body.id, alt: 'A fox' }]
    const responses = await Promise.all([add(as, id, { pictures }), add(as, id, { pictures })])
    expect(responses[0]?.body).toEqual(responses[1]?.body)
    const elsewhere = await add(as, (await addImagePrompt()).id, { pictures })
    expect([elsewhere.status, (await add(await addMember(), id, { pictures })).status]).toEqual([400, 400])
  })

  it('aren’t public while their prompt is a draft, nor while their uploader’s work is being taken down', async () => {
    const [as, author, { id }] = [await addMember(), await addMember(), await addImagePrompt()]
    await decide((await addPictures(as, id)).id, { action: 'approve' })
    const { src } = (await list(id)).body.items[0].pictures[0]
    const setStatus = (status: 'published' | 'draft') =>
      testSite.db.updateTable('prompts').set({ status, userId: author }).where('id', '=', id).execute()
    await setStatus('draft')
    expect([(await fetchFile(src)).status, (await list(id)).status]).toEqual([404, 404])
    expect((await fetchFile(src, '480.avif', as)).status).toBe(404)
    await setStatus('published')
    expect((await fetchFile(src)).status).toBe(200)
    await testSite.db.insertInto('takedowns').values({ userId: as, askedBy: moderator }).execute()
    expect([(await fetchFile(src)).status, (await list(id)).body.items]).toEqual([404, []])
    await testSite.db.deleteFrom('takedowns').execute()
  })

  it('can’t be read at other addresses, and aren’t listed', async () => {
    const example = await addPictures(await addMember(), (await addImagePrompt()).id)
    await decide(example.id, { action: 'approve' })
    const src = `/pictures/${keyOf(example.pictures[0].src)}/`
    for (const file of ['', '..%2f..%2fpasswd', '%2e%2e', '480.png', '480.avif%00', '480'])
      expect((await fetchFile(src, file)).status).toBe(404)
    for (const path of ['/pictures', '/pictures/', '/pictures/..%2f..%2fetc/480.avif'])
      expect((await testSite.app.request(path)).status).toBe(404)
  })
})

describe('deletion', () => {
  const foldersExistAfter = async (
    act: (example: { id: string; promptId: string }, as: string) => Promise<unknown>,
  ) => {
    const [as, { id }] = [await addMember(), await addImagePrompt()]
    const example = await addPictures(as, id, 2)
    await decide(example.id, { action: 'approve' })
    const folders = example.pictures.map(({ src }: { src: string }) => folderOf(src))
    for (const one of folders) expect((await readdir(one)).sort()).toEqual([...pictureFiles].sort())
    await act(example, as)
    await tidy()
    return folders.map((one: string) => existsSync(one))
  }

  it('by the member, and nobody else, removes all files of the example and the card picture', async () => {
    let promptId = ''
    const foldersExist = await foldersExistAfter(async (example, as) => {
      promptId = example.promptId
      expect((await testSite.request(`/api/examples/${example.id}`, { as: moderator, method: 'DELETE' })).status).toBe(
        204,
      )
      expect((await list(promptId)).body.total).toBe(1)
      for (const _ of [1, 2])
        expect((await testSite.request(`/api/examples/${example.id}`, { as, method: 'DELETE' })).status).toBe(204)
    })
    expect(foldersExist).toEqual([false, false])
    expect((await testSite.request(`/api/prompts/${promptId}`)).body.result).toBeNull()
  })

  it('of the prompt or the account removes every file', async () => {
    const noneLeft = [false, false]
    expect(
      await foldersExistAfter((example) =>
        testSite.db.deleteFrom('prompts').where('id', '=', example.promptId).execute(),
      ),
    ).toEqual(noneLeft)
    expect(await foldersExistAfter((_, as) => testSite.db.deleteFrom('users').where('id', '=', as).execute())).toEqual(
      noneLeft,
    )
  })

  it('happens within 31 days of a removal, or of an upload that no example uses', async () => {
    let unused = ''
    const foldersExist = await foldersExistAfter(async (example, as) => {
      unused = folderOf((await upload(as)).body.src)
      await decide(example.id, { action: 'remove', removedReason: 'It shows a person.' })
      await tidy()
      expect(existsSync(unused)).toBe(true)
      now = new Date(now.getTime() + 31 * 24 * hourMs)
    })
    now = start
    expect([foldersExist, existsSync(unused)]).toEqual([[false, false], false])
  })

  it('removes files that a process wrote before it was killed', async () => {
    const as = await addMember()
    const { body } = await upload(as)
    await sql`update example_pictures set stored = false where id = ${body.id}`.execute(testSite.db)
    expect((await fetchFile(body.src, '480.avif', as)).status).toBe(404)
    await sql`delete from example_pictures where id = ${body.id}`.execute(testSite.db)
    await tidy()
    expect(existsSync(folderOf(body.src))).toBe(true)
    await sql`update picture_removals set due_at = now()`.execute(testSite.db)
    await tidy()
    expect(existsSync(folderOf(body.src))).toBe(false)
  })
})

it('with EXAMPLES=off, examples are neither accepted nor shown', async () => {
  const [as, { id }] = [await addMember(), await addImagePrompt()]
  await decide((await addPictures(as, id)).id, { action: 'approve' })
  const { src } = (await list(id)).body.items[0].pictures[0]
  const appWithoutExamples = testSite.appWith({ pictures: store, areExamplesOff: true })
  const send = async (path: string, init: RequestInit = {}) =>
    appWithoutExamples.request(path, {
      ...init,
      headers: { 'content-type': 'application/json', ...(await testSite.headersOf(as)) },
    })
  expect(await (await send(`/api/prompts/${id}/examples`)).json()).toMatchObject({ items: [], total: 0, isOpen: false })
  expect((await send(`${src}480.avif`)).status).toBe(404)
  const readCardPicture = async () => (await testSite.request(`/api/prompts/${id}`)).body.result?.picture ?? null
  await renewExampleResults(testSite.db, false)
  expect(await readCardPicture()).toBeNull()
  await renewExampleResults(testSite.db, true)
  expect(await readCardPicture()).toMatchObject({ src })
  const body = JSON.stringify({ ...details, text })
  expect((await send(`/api/prompts/${id}/examples`, { method: 'POST', body })).status).toBe(403)
  expect((await send('/api/pictures', { method: 'POST', body: new Uint8Array(await picture()) })).status).toBe(403)
})
