import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pictureLimits } from '#features/examples/rules.ts'
import { createPictureImport } from '#features/examples/server/import-picture.ts'
import { createFolderStore, type PictureStore } from '#features/examples/server/picture-store.ts'
import { OutsideError } from '#platform/outside-fetch.ts'
import { hooks } from '#server/hooks.ts'
import { collect } from '#test/collect.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { rowsOfFile } from '../file-rules.ts'
import { isAddress } from '../image-rules.ts'
import { importImages } from './import-images.ts'
import { importPrompts, type RowImage } from './import-prompts.ts'
import { writeZip } from './write-zip.ts'

let testSite: TestSite
let folder: string
let store: PictureStore
let png: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  store = createFolderStore(folder)
  testSite = await createTestSite({ site: { pictures: store } })
  png = await sharp({ create: { width: 90, height: 160, channels: 3, background: '#c06030' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  await testSite.close()
  await rm(folder, { recursive: true, force: true })
})

/** Imports a file with the pictures that `pages` has at their addresses. */
async function importFile(name: string, bytes: Uint8Array, pages: Record<string, Uint8Array> = {}) {
  const images: RowImage[] = []
  const fetched: string[] = []
  const failures: string[] = []
  const notes: string[] = []
  await importPrompts(testSite.db, rowsOfFile(name, new Uint8Array(bytes)), {
    licence: 'CC0-1.0',
    onPublished: hooks.onPublished,
    report: {
      onRefusal: (_, reason) => notes.push(reason),
      onNote: (_, note) => notes.push(note),
      onSameText: () => undefined,
      onImage: (image) => images.push(image),
      onProgress: () => undefined,
    },
  })
  const counts = await importImages(testSite.db, images, {
    add: createPictureImport({ db: testSite.db, now: testSite.now, store }),
    async fetchImage(address) {
      fetched.push(address)
      const page = pages[address]
      if (!page) throw new OutsideError('The server returned 404.')
      return page
    },
    onFailure: ({ line }, reason) => failures.push(`${line}: ${reason}`),
    onProgress: () => undefined,
  })
  return { counts, fetched, failures, notes }
}

const find = async (q: string) => (await testSite.request(`/api/prompts?q=${q}`)).body.items[0]

it('a picture at an address is fetched once, and becomes an example that names its source', async () => {
  const csv = Buffer.from(
    'act,prompt,type,image,imageAlt,imageModel,imageDate\n' +
      'Painted walrus,"Paint a walrus in oil, please.",IMAGE,https://a.example/w.png,A walrus in oil,Flux 2,2026-01-02\n' +
      'Painted lynx,"Paint a lynx in oil, please.",IMAGE,https://a.example/gone.png,,,\n' +
      'Painted newt,"Paint a newt in oil, please.",IMAGE,https://a.example/page.png,,,\n' +
      'Painted crab,"Paint a crab in oil, please.",IMAGE,,,,\n',
  )
  const pages = { 'https://a.example/w.png': png, 'https://a.example/page.png': Buffer.from('<html>') }
  const first = await importFile('a.csv', csv, pages)
  expect(first.counts).toEqual({ added: 1, failed: 2 })
  expect(first.failures).toEqual([
    '3: The server returned 404.',
    expect.stringContaining('4: This isn’t a PNG, JPEG, WebP, AVIF or GIF file.'),
  ])
  const walrus = await find('walrus')
  expect(walrus.result.picture).toMatchObject({ width: 90, height: 160, alt: 'A walrus in oil' })
  expect(walrus.result).toMatchObject({ source: 'import', model: 'Flux 2' })
  const { body } = await testSite.request(`/api/prompts/${walrus.id}/examples`)
  expect(body.items[0]).toMatchObject({ source: 'https://a.example/w.png', model: 'Flux 2', madeOn: '2026-01-02' })

  const again = await importFile('a.csv', csv, { ...pages, 'https://a.example/gone.png': png })
  expect(again.fetched).toEqual(['https://a.example/gone.png', 'https://a.example/page.png'])
  expect(again.counts).toEqual({ added: 1, failed: 1 })
  const lynx = await find('lynx')
  expect(lynx.result.picture.alt).toBe('Painted lynx')
  expect(lynx.result).toMatchObject({ source: 'import', model: null })
  const examples = await testSite.request(`/api/prompts/${lynx.id}/examples`)
  expect(examples.body.items[0]).toMatchObject({ model: '', madeOn: null })

  // A picture that a moderator removed isn't fetched again.
  const moderator = await testSite.addUser('moderator', 'moderator')
  const json = { action: 'remove', removedReason: 'It shows a person.' }
  const path = `/api/admin/examples/${examples.body.items[0].id}`
  expect((await testSite.request(path, { as: moderator, method: 'POST', json })).status).toBe(200)
  expect((await find('lynx')).result).toBeNull()
  expect((await importFile('a.csv', csv, pages)).fetched).toEqual(['https://a.example/page.png'])
})

async function zipOf(files: Record<string, string | Uint8Array>) {
  async function* all() {
    for (const [name, content] of Object.entries(files))
      yield { name, bytes: Buffer.from(content as string), modifiedAt: new Date('2026-01-01') }
  }
  return Buffer.concat(await collect(writeZip(all())))
}

it('a picture in a zip is found next to the file that names it, or at the top', async () => {
  const page = (title: string, image: string) => `---\ntitle: ${title}\nimage: ${image}\n---\nPaint a ${title} in oil.`
  const zip = await zipOf({
    'a/one.md': page('gentle heron', 'heron.png'),
    'a/heron.png': png,
    'a/two.md': page('gentle stork', './pictures/stork.png'),
    'pictures/stork.png': png,
    'a/three.md': page('gentle crane', '../../etc/passwd'),
    'a/four.md': page('gentle ibis', 'large.png'),
    'a/large.png': Buffer.alloc(pictureLimits.bytesMax + 1),
  })
  const { counts, failures, notes } = await importFile('all.zip', zip)
  expect(counts).toEqual({ added: 2, failed: 2 })
  expect(failures).toEqual([expect.stringContaining('There is no file'), '1: It has more than 10 MB.'])
  expect(notes).toEqual(['Its picture is left out, because the archive has no file ../../etc/passwd.'])
  for (const name of ['heron', 'stork']) expect((await find(name)).result.picture).not.toBeNull()
})

it('a member’s Markdown zip has the pictures of their prompts, and an import of it reads them again', async () => {
  const author = await testSite.addUser('author')
  const { id, slug } = await testSite.addPrompt({ userId: author, category: 'image-generation' })
  await testSite.addPrompt({ userId: author })
  const send = (path: string, init: object) => testSite.request(path, { as: author, method: 'POST', ...init })
  const { body: picture } = await send('/api/pictures', { body: new Uint8Array(png) })
  const pictures = [{ id: picture.id, alt: 'A fox' }]
  await send(`/api/prompts/${id}/examples`, { json: { model: 'Flux 2', madeOn: '2026-01-02', pictures } })

  const headers = await testSite.headersOf(author)
  const download = async (format: string) =>
    new Uint8Array(
      await (await testSite.app.request(`/api/user/prompts/export?format=${format}`, { headers })).arrayBuffer(),
    )
  const rows = await collect(rowsOfFile('mine.zip', await download('md')))
  const withImage = rows.filter((row) => 'fields' in row && row.readImage)
  expect(withImage).toMatchObject([
    { fields: { image: `pictures/${slug}.webp`, imageAlt: 'A fox', imageModel: 'Flux 2', imageDate: '2026-01-02' } },
  ])
  const [row] = withImage
  const bytes = row && 'fields' in row ? await row.readImage?.() : undefined
  expect(Buffer.from(bytes ?? [])).toEqual(await store.read(picture.src.split('/').at(-2), '1600.webp'))

  // Another member imports the file: the API says which picture to upload, until there is one.
  const other = await testSite.addUser('other')
  const fields = row && 'fields' in row ? row.fields : {}
  const content = JSON.stringify([{ ...fields, importKey: null }])
  const importAs = (preview: boolean) =>
    testSite.request('/api/user/prompts/import', {
      as: other,
      method: 'POST',
      json: { format: 'json', content, preview },
    })
  const image = { file: `pictures/${slug}.webp`, alt: 'A fox', model: 'Flux 2', madeOn: '2026-01-02' }
  expect((await importAs(true)).body.taken).toMatchObject([{ id: null, image }])
  const { body: imported } = await importAs(false)
  expect(imported.taken).toMatchObject([{ known: null, image }])
  const copy = imported.taken[0].id
  const upload = await testSite.request('/api/pictures', { as: other, method: 'POST', body: new Uint8Array(png) })
  const added = await testSite.request(`/api/prompts/${copy}/examples`, {
    as: other,
    method: 'POST',
    json: { model: '', madeOn: null, pictures: [{ id: upload.body.id, alt: image.alt }] },
  })
  expect([added.status, added.body.status]).toEqual([201, 'pending'])
  expect((await importAs(false)).body.taken).toMatchObject([{ known: 'draft', image: null }])

  // The other formats name its address.
  const [first] = JSON.parse(Buffer.from(await download('json')).toString())
  expect(first.image).toMatch(/^http:\/\/.+\/pictures\/\w+\/1600\.webp$/)
  expect(isAddress({ ...image, file: first.image })).toBe(true)
})

it('an example of somebody else’s draft, and a text without a model or a day, are refused', async () => {
  const [author, other] = [await testSite.addUser('drafter'), await testSite.addUser('reader')]
  const draft = await testSite.addPrompt({ userId: author, status: 'draft' })
  const text = 'Dear customer, your parcel is on its way.'
  const add = (as: string, json: object) =>
    testSite.request(`/api/prompts/${draft.id}/examples`, { as, method: 'POST', json: { text, ...json } })
  expect((await add(other, { model: 'A model', madeOn: '2026-01-02' })).status).toBe(404)
  expect((await add(author, { model: '', madeOn: '2026-01-02' })).status).toBe(400)
  expect((await add(author, { model: 'A model', madeOn: null })).status).toBe(400)
  expect((await add(author, { model: 'A model', madeOn: '2026-01-02' })).status).toBe(201)
})
