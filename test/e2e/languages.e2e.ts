import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { directionOf, languages } from '#lib/languages.ts'
import { readCatalogue, translationsOf } from '#server/languages/catalogue-file.ts'
import { findFreePort } from '../processes.ts'
import { readXml, textsOf, type XmlElement } from '../read-xml.ts'
import { findEnglish, textsOnPage } from './english-left.ts'
import { makeMember, signUp } from './members.ts'
import { createSiteStorageWithPrompts, type Product, startBuiltSite } from './product.ts'
import type { Site } from './site.ts'
import { openSignedIn } from './staff.ts'
import { test as base, expect, expectAccessible, expectNoSidewaysScroll } from './story.ts'

/** The site's languages, with the prefixes of their addresses and their directions. */
const spoken = languages.map(({ tag }) => ({
  tag,
  prefix: tag === 'en' ? '' : `/${tag.toLowerCase()}`,
  dir: directionOf(tag),
}))
/** The languages in which quick stories open every page: one that has long words, and one from right to left. */
const quick: readonly string[] = ['en', 'de', 'ar']

/** Playwright's `test`, for stories on a site with all languages. */
const test = base.extend<object, { site: Product & Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first argument.
    async ({}, use) => {
      const storage = await createSiteStorageWithPrompts()
      const tags = spoken.map(({ tag }) => tag).join(',')
      const port = await findFreePort()
      const settings = { ...storage.settings, PORT: `${port}`, PUBLIC_URL: `http://127.0.0.1:${port}` }
      const product = await startBuiltSite({ ...settings, LANGUAGES: tags })
      await use({ ...product, settings })
      await product.stop()
      await storage.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
})

// Browsers log the 409 of a prompt that is linked to itself in the console.
test.use({ expectedMessages: [/status of 409/] })

/** Public pages that aren't in the sitemap. */
const otherPages = ['/search?q=kitchen', '/auth', '/auth/forgot', '/prompt/cover-letter-writer/history']
const memberPages = [
  '/settings',
  '/my-prompts',
  '/my-prompts/import',
  '/my-collections',
  '/favorites',
  '/following',
  '/notifications',
  '/credits',
  '/create-prompt',
  '/suggested-edits',
  '/subscription',
  '/groups',
]
const adminPages = [
  '/admin',
  ...['reports', 'comments', 'examples', 'claims', 'messages', 'prompts', 'tools', 'categories', 'users', 'groups'].map(
    (name) => `/admin/${name}`,
  ),
  ...['invitations', 'models', 'health', 'audit'].map((name) => `/admin/${name}`),
]

/** The address of a page, and those of its versions by `hreflang`, in a fixed order. */
type Versions = { address: string; versions: string[] }

const pathOf = (address: string) => new URL(address).pathname

/** Reads what the sitemap says about the pages of a language. */
async function readSitemap(page: Page): Promise<Versions[]> {
  const childrenOf = async (path: string) => readXml(await (await page.request.get(path)).text()).children
  const locationOf = (element: XmlElement) => textsOf(element, 'loc')[0] ?? ''
  const parts = (await childrenOf('/sitemap.xml')).map(locationOf)
  const urls = await Promise.all(parts.map((part) => childrenOf(part)))
  return urls.flat().map((url) => ({
    address: locationOf(url),
    versions: url.children
      .filter(({ name }) => name === 'xhtml:link')
      .map(({ attributes: { hreflang, href } }) => `${hreflang} ${href}`)
      .sort(),
  }))
}

/** Reads what a page says about itself. */
async function readPage(page: Page): Promise<Versions & { lang: string; dir: string; marks: string[] }> {
  return page.evaluate(() => {
    const { lang, dir } = document.documentElement
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="alternate"][hreflang]')]
    return {
      address: document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? '',
      versions: links.map(({ hreflang, href }) => `${hreflang} ${href}`).sort(),
      lang,
      dir,
      // What the build puts in the place of texts (mark-texts.ts).
      marks: document.body.innerText.match(/%T\.\S*/g) ?? [],
    }
  })
}

/** Opens a page and checks its language, direction, width and accessibility, and that nothing is left in English. */
async function openAndCheck(page: Page, { tag, dir }: (typeof spoken)[number], path: string) {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const found = await readPage(page)
  expect(found, path).toMatchObject({ lang: tag, dir, marks: [] })
  await expectAccessible(page)
  if (tag !== 'en') {
    await page.waitForLoadState('networkidle')
    expect(findEnglish(tag, await textsOnPage(page)), `English at ${path}`).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  return found
}

/** One page of each kind: two pages with the same first part of their path have the same kind. */
function oneOfEachKind(all: Versions[], prefix: string): Versions[] {
  const kinds = new Map<string, Versions>()
  for (const one of all) {
    const path = pathOf(one.address).slice(prefix.length)
    const [, first, second] = path.split('/')
    const isOfContent =
      second !== undefined && ['category', 'prompt', 'user', 'author', 'collection'].includes(first ?? '')
    kinds.set(isOfContent || (first === 'tools' && second) ? `${first}/` : path, one)
  }
  return [...kinds.values()]
}

test('the sitemap and the pages name the same versions, and all versions name each other', async ({ page }) => {
  const pages = await readSitemap(page)
  const byAddress = new Map(pages.map((one) => [one.address, one]))
  for (const { address, versions } of pages) {
    expect(versions).toHaveLength(spoken.length + 1)
    expect(versions.filter((version) => version.endsWith(` ${address}`)).length).toBeGreaterThan(0)
    for (const version of versions) expect(byAddress.get(version.split(' ')[1] ?? '')?.versions).toEqual(versions)
  }
})

for (const language of spoken) {
  const { tag, prefix } = language

  const details = { tag: quick.includes(tag) ? [] : '@slow' }

  test(
    `every public page in ${tag} has its language, direction and versions, fits and is accessible`,
    details,
    async ({ page }) => {
      test.slow()
      const inSitemap = (await readSitemap(page)).filter(({ address }) => {
        const other = spoken.find((one) => one.prefix && `${pathOf(address)}/`.startsWith(`${one.prefix}/`))
        return (other?.prefix ?? '') === prefix
      })
      const pages = oneOfEachKind(inSitemap, prefix)
      expect(pages.length).toBeGreaterThan(20)
      for (const { address, versions } of pages) {
        const found = await openAndCheck(page, language, pathOf(address))
        expect({ address: found.address, versions: found.versions }, address).toEqual({ address, versions })
      }
      for (const path of otherPages) await openAndCheck(page, language, prefix + path)
    },
  )

  test(
    `every page of a member in ${tag} has its language and direction, fits and is accessible`,
    details,
    async ({ page }) => {
      test.slow()
      await signUp(page)
      for (const path of memberPages) await openAndCheck(page, language, prefix + path)
    },
  )

  test(
    `every page of admins in ${tag} has its language and direction, fits and is accessible`,
    details,
    async ({ browser, site }) => {
      test.slow()
      const { page } = await openSignedIn(browser, 'admin', site)
      for (const path of adminPages) await openAndCheck(page, language, prefix + path)
    },
  )
}

test('a reader whose browser prefers another language is offered it, once and without a redirect', async ({
  browser,
  site,
}) => {
  const isComplete = languages.some(({ tag, isComplete }) => tag === 'de' && isComplete)
  const context = await browser.newContext({ locale: 'de-AT', baseURL: site.url })
  const page = await context.newPage()
  await page.goto('/help')
  await page.waitForLoadState('networkidle')
  const offer = page.getByRole('link', { name: 'Auf Deutsch lesen' })
  await expect(offer).toHaveCount(isComplete ? 1 : 0)
  expect(pathOf(page.url())).toBe('/help')
  if (!isComplete) return
  expect(await offer.getAttribute('href')).toBe('/de/help')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.reload()
  await page.waitForLoadState('networkidle')
  await expect(offer).toHaveCount(0)
})

test('in a wide window the cookie banner covers no language in the footer', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto('/help')
  const box = await page.getByRole('region', { name: 'Cookie settings' }).boundingBox()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const links = page.getByRole('contentinfo').getByRole('navigation', { name: 'Language' }).getByRole('link')
  await expect(links).toHaveCount(languages.length)
  for (const link of await links.all()) {
    const { y, height } = (await link.boundingBox()) ?? { y: 0, height: 0 }
    expect(y + height, await link.innerText()).toBeLessThanOrEqual(box?.y ?? 0)
  }
})

test('a reader translates a prompt, and others are led to the version in their language', async ({
  page,
  browser,
  site,
}) => {
  await signUp(page)
  const english = {
    title: 'Plan a garden in the shade',
    content: 'Plan a small garden that gets hardly any sun, and name ten plants that grow there without much care.',
  }
  const create = { data: { ...english, category: 'general', tags: ['shade'] } }
  expect((await page.request.post('/api/prompts', create)).status()).toBe(201)
  const german = {
    title: 'Garten im Schatten planen',
    content:
      'Plane einen kleinen Garten, der kaum Sonne bekommt, und nenne zehn Pflanzen, die dort ohne viel Pflege wachsen.',
  }

  await test.step('the German page invites to translate it, with its text as the start', async () => {
    await page.goto('/de/prompt/plan-a-garden-in-the-shade')
    await expect(page.getByText('In deiner Sprache gibt es diesen Prompt noch nicht.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Übersetzen' }).click()
    await expect(page.getByRole('heading', { name: 'Prompt übersetzen' })).toBeVisible()
    await expect(page.getByText(english.content).first()).toBeVisible()
    await page.getByLabel('Prompt', { exact: true }).fill(german.content)
    await page.getByLabel('Titel').fill(german.title)
    await page.getByRole('button', { name: 'Veröffentlichen' }).click()
    await expect(page).toHaveURL(/\/de\/prompt\/garten-im-schatten-planen$/)
    await expect(page.getByText('Andere Sprachen: English')).toBeVisible()
    await expectAccessible(page)
  })

  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage()
  await test.step('a visitor who reads German is led to it', async () => {
    await visitor.goto('/de/prompt/plan-a-garden-in-the-shade')
    const link = visitor.getByRole('link', { name: german.title })
    await expect(link).toHaveAttribute('hreflang', 'de')
    await expectAccessible(visitor)
    expect((await readPage(visitor)).versions).toEqual([])
    await link.click()
    await expect(visitor.getByRole('heading', { name: german.title })).toBeVisible()
  })

  await test.step('both pages name each other for search engines', async () => {
    const slugIn = (tag: string) => (tag === 'de' ? 'garten-im-schatten-planen' : 'plan-a-garden-in-the-shade')
    const versions = [
      ...spoken.map(({ tag, prefix }) => `${tag} ${site.url}${prefix}/prompt/${slugIn(tag)}`),
      `x-default ${site.url}/prompt/plan-a-garden-in-the-shade`,
    ].sort()
    for (const version of versions) {
      await visitor.goto(version.split(' ')[1] ?? '')
      const found = await readPage(visitor)
      expect(found.versions).toHaveLength(languages.length + 1)
      expect(found.versions).toEqual(expect.arrayContaining(versions))
    }
  })

  await test.step('each reader’s lists show the version in their language', async () => {
    for (const [prefix, shown, hidden] of [
      ['', english, german],
      ['/de', german, english],
    ] as const) {
      await visitor.goto(`${prefix}/prompts/newest?tag=shade`)
      await expect(visitor.getByRole('link', { name: shown.title })).toBeVisible()
      await expect(visitor.getByRole('link', { name: hidden.title })).toHaveCount(0)
    }
  })

  await test.step('its author unlinks them below the form, and links them again', async () => {
    await page.goto('/de/prompt/garten-im-schatten-planen/edit')
    await page.getByText('Übersetzungen', { exact: true }).click()
    await page.getByRole('button', { name: 'Verknüpfung lösen' }).click()
    const field = page.getByLabel('Übersetzung von')
    await field.fill(`${site.url}/prompt/plan-a-garden-in-the-shade`)
    await page.getByRole('button', { name: 'Verknüpfen', exact: true }).click()
    await expect(page.getByRole('link', { name: english.title })).toBeVisible()
    await expectAccessible(page)
  })
})

/** A prompt in each language of the stories below. The site would warn of two that are alike. */
const promptIn = {
  de: 'Erkläre {{reader}} in fünf Wörtern, warum Brücken stehen.',
  ar: 'اكتب رسالة قصيرة إلى {{reader}} عن طقس الغد في المدينة.',
}

for (const tag of ['de', 'ar'] as const) {
  const prefix = `/${tag}`
  const say = readTranslations(tag)

  test(`a visitor searches in ${tag}, fills in a blank and copies the text`, async ({ page }) => {
    await page.goto(prefix)
    await page.getByRole('main').locator('input[name="q"]').fill('cover leter')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${prefix}/search`))
    await page.getByRole('link', { name: 'Cover Letter Writer' }).first().click()
    await expect(page).toHaveURL(new RegExp(`${prefix}/prompt/cover-letter-writer`))
    const worksheet = page.getByRole('region', { name: say('Worksheet') })
    await worksheet.getByRole('textbox', { name: 'company' }).last().fill('the city of Ghent')
    await page
      .getByRole('button', { name: say('Copy') })
      .first()
      .click()
    await expect(page.getByRole('status').filter({ hasText: say('Copied') })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('the city of Ghent')
  })

  test(`somebody registers in ${tag}, publishes a prompt and chooses another language`, async ({ page }) => {
    const { username, email, password } = makeMember()
    await page.goto(`${prefix}/auth`)
    await page.getByRole('tab', { name: say('Register') }).click()
    await page.getByLabel(say('Username')).fill(username)
    await page.getByLabel(say('Email')).fill(email)
    await page.getByLabel(say('Password'), { exact: true }).fill(password)
    await page.getByLabel(say('Confirm password')).fill(password)
    await page.getByRole('button', { name: say('Create account') }).click()
    await expect(page).not.toHaveURL(/\/auth/)

    await page.goto(`${prefix}/create-prompt`)
    const title = `Bridges ${Date.now()}`
    await page.getByLabel(say('Title'), { exact: true }).fill(title)
    await page.getByLabel(say('Prompt'), { exact: true }).fill(promptIn[tag])
    await page.getByLabel(say('Category'), { exact: true }).selectOption({ index: 1 })
    await page.getByRole('button', { name: say('Publish'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${prefix}/prompt/`))

    await page.goto(`${prefix}/settings`)
    const choice = page.getByRole('combobox', { name: say('Language') })
    await expect(choice).toHaveValue(tag)
    await choice.selectOption('en')
    await expect(page).toHaveURL(/\/settings$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  })
}

/** Returns a function that says what a text is in a language. */
function readTranslations(tag: string): (text: string) => string {
  const catalogue = translationsOf(readCatalogue(readFileSync(`src/languages/${tag}.po`, 'utf8')))
  return (text) => catalogue.get(text) ?? text
}
