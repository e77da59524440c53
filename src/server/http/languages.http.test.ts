import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currentLanguage } from '#lib/language.ts'
import type { LanguageTag } from '#lib/languages.ts'
import { inLanguage, setLanguages, siteLanguages } from '#platform/languages.ts'
import { createListeningSite } from '#test/listening-site.ts'

const before = siteLanguages()
const language = (tag: LanguageTag, prefix: string) => ({ tag, prefix, format: null })
let site: Awaited<ReturnType<typeof createListeningSite>>

beforeAll(async () => {
  setLanguages([language('en', ''), language('de', '/de'), language('pt-BR', '/pt-br')])
  site = await createListeningSite()
})
afterAll(async () => {
  setLanguages(before)
  await site.close()
})

const get = (path: string) => fetch(site.origin + path, { redirect: 'manual' })

describe('the address of a page in another language', () => {
  it.each([
    ['/de', '/de'],
    ['/de/prompts?sort=x&cursor=y', '/de/prompts?cursor=y'],
    ['/pt-br?utm_source=mail', '/pt-br'],
    ['/de/api/prompts', '/de/api/prompts'],
    ['/deutsch', '/deutsch'],
    ['/fr/prompts', '/fr/prompts'],
  ])('%s is rendered as %s', async (path, rendered) => {
    expect(await (await get(path)).text()).toContain(`Secrets at http://site.test${rendered}`)
  })

  it.each([
    ['/en/prompts?x=1', '/prompts?x=1'],
    ['/en', '/'],
    ['/DE/prompts', '/de/prompts'],
    ['/pt-BR', '/pt-br'],
    ['/de/prompts/', '/de/prompts'],
  ])('%s leads to %s', async (path, location) => {
    const { status, headers } = await get(path)
    expect([status, headers.get('location')]).toEqual([308, location])
  })

  it('is none for files, feeds and writes', async () => {
    expect((await get('/de/feed.xml')).status).toBe(404)
    expect((await fetch(`${site.origin}/de/prompts`, { method: 'POST' })).status).toBe(404)
  })
})

it('each language has pages of its own in the cache', async () => {
  const texts = await Promise.all(['/help', '/de/help', '/de/help'].map(async (path) => (await get(path)).text()))
  expect(texts[1]).toBe(texts[2])
  expect(texts[0]).not.toBe(texts[1])
})

it('what runs at the same time in several languages keeps its own', async () => {
  const tags = await Promise.all(
    ['de', 'en', 'xx', null].map((tag) =>
      inLanguage(tag, async () => {
        await new Promise((resolve) => setImmediate(resolve))
        return currentLanguage().tag
      }),
    ),
  )
  expect(tags).toEqual(['de', 'en', 'en', 'en'])
})

it('a closed site asks for a sign-in in the language of the page', async () => {
  const closed = await createListeningSite({ isClosed: true })
  const closedPage = async (path: string) => {
    const { status, headers } = await fetch(closed.origin + path, { redirect: 'manual' })
    return [status, headers.get('location')]
  }
  expect(await closedPage('/de/prompts?x=1')).toEqual([302, '/de/auth#return=%2Fprompts%3Fx%3D1'])
  expect(await closedPage('/de/auth')).toEqual([200, null])
  expect(await closedPage('/de/favicon.svg')).toEqual([302, '/de/auth#return=%2Ffavicon.svg'])
  await closed.close()
})
