import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillLogin, makeMember } from './members.ts'
import { createSiteStorage, type Product, startBuiltSite } from './product.ts'
import { test as base, expect, expectAccessibleByWidth, expectNoSidewaysScroll } from './story.ts'

const logo = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 24"><rect width="120" height="24" rx="4" fill="${fill}"/></svg>`
const files: Record<string, string> = {
  'logo.svg': logo('#0b3fa0'),
  'logo-dark.svg': logo('#9fc0ff'),
  'favicon.svg': logo('#0b3fa0'),
  'site.json': JSON.stringify({
    accent: '#0b3fa0',
    headline: 'Prompts </script> that work & last.',
    intro: 'Ask in the channel if you can’t find one.',
    about: 'The library of Example Inc.',
    links: [{ label: 'Intranet', href: 'https://intranet.example.org/' }],
  }),
  'terms.md':
    '# House rules\n\nBe kind. See [our site](https://example.org/).\n\n| what | why |\n| --- | --- |\n| names | for credit |\n\n<b>Not bold</b>\n',
  'imprint.md': '# Imprint\n\nExample Inc.\n',
}

/** Playwright's `test`, for stories on a closed site that shows the brand of a company. */
const test = base.extend<object, { brandedSite: Product }>({
  brandedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first argument.
    async ({}, use) => {
      const storage = await createSiteStorage()
      const folder = join(storage.settings.DATA_DIR ?? '', 'site')
      await mkdir(folder, { recursive: true })
      for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
      const product = await startBuiltSite({ ...storage.settings, SITE_DIR: folder, ACCESS: 'members' })
      await use(product)
      await product.stop()
      await storage.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ brandedSite }, use) => use(brandedSite.url),
})

test.use({ expectedMessages: [/status of (401|404)/] })

test('a company’s logo, texts and legal pages are on the site; visitors see only the public pages', async ({
  page,
  brandedSite,
}) => {
  await page.goto('/terms')
  await expect(page.getByRole('heading', { name: 'House rules', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/^House rules \|/)
  await expect(page.getByText('<b>Not bold</b>')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'for credit' })).toBeVisible()
  const lightLogo = page.locator('header .logo-light').first()
  expect(await lightLogo.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth > 0])).toEqual([
    true,
    true,
  ])
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    // The wide page is checked in the light theme, and the narrow one in the dark theme.
    await expectAccessibleByWidth(page)
    await expectNoSidewaysScroll(page)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('header .logo-dark').first()).toBeVisible()
  await expect(lightLogo).toBeHidden()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.getByRole('link', { name: 'Intranet' })).toHaveAttribute('href', 'https://intranet.example.org/')
  // Hovering over a link preloads the data of its page, which only members get.
  await page.getByRole('link', { name: 'Prompts', exact: true }).first().hover()
  await page.getByRole('link', { name: 'Imprint' }).click()
  await expect(page.getByRole('heading', { name: 'Imprint', level: 1 })).toBeVisible()
  await expect(page.getByText('Example Inc.', { exact: true })).toBeVisible()
  await expect(page.getByText('Failed to fetch')).toHaveCount(0)

  await page.goto('/')
  await expect(page).toHaveURL(/\/auth#return=%2F$/)
  await expect(page.getByText('The library of Example Inc.')).toBeVisible()
  const member = makeMember()
  const registration = await page.request.post(`${brandedSite.url}/api/register`, { data: member })
  expect(registration.status()).toBe(201)
  await page.context().clearCookies()
  await fillLogin(page, member)
  await expect(page.getByRole('heading', { name: 'Prompts </script> that work & last.', level: 1 })).toBeVisible()
  await expect(page.getByText('Ask in the channel if you can’t find one.')).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))).toMatch(
    /^#[0-9a-f]{6}$/,
  )
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessibleByWidth(page)
    await expectNoSidewaysScroll(page)
  }
})

test('legal pages can be read without JavaScript, and no URL serves site.json or the Markdown files', async ({
  browser,
  brandedSite,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: brandedSite.url })
  const page = await context.newPage()
  await page.goto('/imprint')
  await expect(page.getByRole('heading', { name: 'Imprint', level: 1 })).toBeVisible()
  await context.close()
  for (const path of ['/site.json', '/terms.md', '/assets/site.json', '/assets/../site/site.json', '/api/legal/site']) {
    const response = await fetch(brandedSite.url + path, { redirect: 'manual' })
    expect([302, 400, 401], path).toContain(response.status)
  }
})
