import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import type { Language } from '#lib/language.ts'
import { prepareResponse } from '../http/send-bytes.ts'
import { createTranslatedFiles } from './translated-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'translated-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'marked'))
writeFileSync(join(folder, 'texts.json'), JSON.stringify({ abc: 'Search' }))
writeFileSync(join(folder, 'marked/app-1.js'), 'show("%T.abc.T%", "%T.@language.T%")')

const file = (text: string) =>
  prepareResponse({ status: 200, headers: {}, etag: '"x"', bodies: { identity: Buffer.from(text) } })
const files = new Map([
  ['/assets/app-1.js', file('show("Search","")')],
  ['/assets/plain-2.js', file('plain()')],
])
const english: Language = { tag: 'en', prefix: '', format: null }
const german = (text: string): Language => ({ tag: 'de', prefix: '/de', format: null, find: () => text })
const create = (text: string) =>
  createTranslatedFiles({ languages: [english, german(text)], files, folder, headers: {} })

const page =
  '<script src="/assets/app-1.js"></script><p>/assets/app-1.js "/assets/else.js"</p>{"src":"/assets/app-1.js"}'

/** The address of the script on a German page. */
const addressIn = (translated: ReturnType<typeof create>) =>
  /src="([^"]+)/.exec(translated.inPage(page, german('')))?.[1] ?? ''

it('a page loads the scripts of its language, and its texts don’t change', () => {
  const translated = create('Suchen')
  const address = addressIn(translated)
  expect(address).toMatch(/^\/assets\/de-[\w-]{8}\/app-1\.js$/)
  expect(translated.inPage(page, german(''))).toBe(
    page.replace('src="/assets/app-1.js', `src="${address}`).replace(':"/assets/app-1.js', `:"${address}`),
  )
  expect(translated.inPage(page, english)).toBe(page)
})

it('a script has the texts of its language', async () => {
  const translated = create('Su"chen')
  const { encodings } = (await translated.find(addressIn(translated))) ?? {}
  const script = `show("Su\\"chen", "{\\"tag\\":\\"de\\",\\"prefix\\":\\"/de\\",\\"format\\":null}")`
  expect(encodings?.identity.body).toBe(script)
  expect(brotliDecompressSync(Buffer.from(encodings?.br?.body ?? '', 'latin1')).toString()).toBe(script)
})

it('a script without texts is the same in all languages', async () => {
  const translated = create('Suchen')
  const address = addressIn(translated).replace('app-1', 'plain-2')
  expect(await translated.find(address)).toBe(files.get('/assets/plain-2.js'))
})

it('other texts have another address, and a page of an older version gets the current ones', async () => {
  const [old, now] = [create('Suchen'), create('Finden')]
  expect(addressIn(old)).not.toBe(addressIn(now))
  const response = await now.find(addressIn(old))
  expect(response?.encodings.identity.body).toContain('Finden')
  expect(response?.encodings.identity.headers).toContain('no-store')
})

it.each([
  ['an unknown script', '/assets/de-12345678/no.js'],
  ['an unknown language', '/assets/fr-12345678/app-1.js'],
  ['English, whose scripts are files', '/assets/en-12345678/app-1.js'],
  ['another folder', '/assets/de-12345678/../app-1.js'],
])('finds nothing for %s', (_what, path) => {
  expect(create('x').find(path)).toBeUndefined()
  expect(create('x').has(path)).toBe(false)
})
