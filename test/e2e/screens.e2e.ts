import type { Page } from '@playwright/test'
import { readAllPrompts } from './all-prompts.ts'
import { expectNoLayoutShift, expectWithinBudgets, openFirstVisit } from './first-visit.ts'
import { expect, expectAccessibleByWidth, expectNoSidewaysScroll, test } from './story.ts'

type Screen = { path: string; status: number; title: string | RegExp; heading: string | RegExp }

/** Pages that a visitor may open first. */
const pages: Screen[] = [
  { path: '/', status: 200, title: 'Prompts to fill in, test and keep | Promptarium', heading: /Prompts to fill in/ },
  { path: '/prompts', status: 200, title: 'Prompts | Promptarium', heading: 'Prompts' },
  { path: '/prompts/newest', status: 200, title: 'Newest prompts | Promptarium', heading: /Newest/ },
  { path: '/prompts/popular', status: 200, title: 'Most popular prompts | Promptarium', heading: /popular/i },
  { path: '/prompts/highest-rated', status: 200, title: 'Highest rated prompts | Promptarium', heading: /rated/i },
  { path: '/prompts/proved', status: 200, title: 'Tested prompts | Promptarium', heading: /tested/i },
  { path: '/categories', status: 200, title: 'Categories | Promptarium', heading: 'Categories' },
  { path: '/category/general', status: 200, title: 'General | Promptarium', heading: 'General' },
  {
    path: '/prompt/cover-letter-writer',
    status: 200,
    title: 'Cover Letter Writer | Promptarium',
    heading: 'Cover Letter Writer',
  },
  { path: '/tools', status: 200, title: 'AI tools | Promptarium', heading: 'AI tools' },
  { path: '/tools/lector', status: 200, title: 'Lector | Promptarium', heading: 'Lector' },
  { path: '/search?q=kitchen', status: 200, title: 'Results for “kitchen” | Promptarium', heading: /kitchen/ },
  { path: '/contributors', status: 200, title: 'Top Contributors | Promptarium', heading: 'Top Contributors' },
  { path: '/user/promptarium', status: 200, title: 'promptarium | Promptarium', heading: 'promptarium' },
  { path: '/prompt-generator', status: 200, title: 'Prompt generator | Promptarium', heading: 'Prompt generator' },
  { path: '/compare', status: 200, title: 'Compare models | Promptarium', heading: 'Compare models' },
  { path: '/models', status: 200, title: 'Models | Promptarium', heading: 'Models' },
  {
    path: '/mcp',
    status: 200,
    title: 'Use prompts in your AI app | Promptarium',
    heading: 'Use prompts in your AI app',
  },
  { path: '/help', status: 200, title: 'Help | Promptarium', heading: 'Help' },
  { path: '/contact', status: 200, title: 'Contact | Promptarium', heading: 'Contact' },
  { path: '/terms', status: 200, title: 'Terms | Promptarium', heading: 'Terms' },
  { path: '/privacy', status: 200, title: 'Privacy | Promptarium', heading: 'Privacy' },
  { path: '/cookies', status: 200, title: 'Cookies | Promptarium', heading: 'Cookies' },
  { path: '/sitemap', status: 200, title: 'Site map | Promptarium', heading: 'Site map' },
  { path: '/auth', status: 200, title: 'Sign In | Promptarium', heading: 'Sign in to Promptarium' },
  { path: '/auth/forgot', status: 200, title: 'Forgot password | Promptarium', heading: 'Forgot password?' },
  { path: '/ranking', status: 200, title: 'How ranking works | Promptarium', heading: 'How ranking works' },
]

/** Other states of these pages, and pages that don't exist. */
const states: Screen[] = [
  { path: '/prompts?pick=true', status: 200, title: 'Prompts | Promptarium', heading: 'Prompts' },
  {
    path: '/contributors?period=week',
    status: 200,
    title: 'Top Contributors | Promptarium',
    heading: 'Top Contributors',
  },
  { path: '/prompts?view=table', status: 200, title: 'Prompts | Promptarium', heading: 'Prompts' },
  { path: '/category/customer-support', status: 200, title: /Customer support/, heading: /Customer support/ },
  { path: '/tools?type=text&free=true', status: 200, title: 'AI tools | Promptarium', heading: 'AI tools' },
  { path: '/tools?type=video&free=true', status: 200, title: 'AI tools | Promptarium', heading: 'AI tools' },
  { path: `/tools/${'m'.repeat(80)}`, status: 200, title: /^M{80} /, heading: 'M'.repeat(80) },
  { path: '/search?q=lector&type=tools', status: 200, title: /lector/, heading: /lector/ },
  { path: '/search', status: 200, title: 'Search | Promptarium', heading: /Search/ },
  { path: '/search?q=qqzzxxyy', status: 200, title: /qqzzxxyy/, heading: /qqzzxxyy/ },
  { path: '/models?category=general', status: 200, title: 'Models | Promptarium', heading: 'Models' },
  { path: '/user/nothing-here', status: 404, title: 'Page Not Found | Promptarium', heading: 'Page Not Found' },
  { path: '/nowhere', status: 404, title: 'Page Not Found | Promptarium', heading: 'Page Not Found' },
  { path: '/prompt/nothing-here', status: 404, title: 'Page Not Found | Promptarium', heading: 'Page Not Found' },
  { path: '/tools/nothing-here', status: 404, title: 'Page Not Found | Promptarium', heading: 'Page Not Found' },
  { path: '/models?category=nothing-here', status: 404, title: /^Page Not Found/, heading: 'Page Not Found' },
  { path: '/category/nothing-here', status: 404, title: 'Page Not Found | Promptarium', heading: 'Page Not Found' },
]

test.use({ expectedMessages: [/status of 404 .*(nowhere|nothing-here)/] })
// The stories in this file take longer than those in any other file, so all workers share them.
test.describe.configure({ mode: 'parallel' })

async function expectScreen(page: Page, { title, heading }: Screen): Promise<void> {
  await expect(page).toHaveTitle(title)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expectAccessibleByWidth(page)
}

/** Fails if the screen isn't accessible on a phone, or scrolls sideways in a narrow window. */
async function expectFitsOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 800 })
  await expectAccessibleByWidth(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
}

/** Pages whose first visit on a phone is always tested. Tests of other pages, which have the same parts, are `@slow`. */
const alwaysTestedOnPhone = ['/', '/prompts', '/prompt/cover-letter-writer', '/prompt-generator', '/compare']

test.describe('every screen has its status, title and heading, and is accessible in both themes', () => {
  for (const screen of pages) {
    test(`a first visit to ${screen.path} stays within its budgets, causes no layout shift, and shows the screen`, async ({
      page,
    }) => {
      const visit = await openFirstVisit(page, screen.path)
      expect(visit.status).toBe(screen.status)
      await expectWithinBudgets(visit)
      await expectNoLayoutShift(page)
      await expectScreen(page, screen)
      await expectFitsOnPhone(page)
    })

    test.describe('on a phone', () => {
      test.use({ viewport: { width: 390, height: 844 } })

      test(`a first visit to ${screen.path} causes no layout shift`, {
        tag: alwaysTestedOnPhone.includes(screen.path) ? [] : '@slow',
      }, async ({ page }) => {
        await openFirstVisit(page, screen.path)
        await expectNoLayoutShift(page)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen.heading)
      })
    })
  }

  for (const screen of states) {
    test(`${screen.path} shows the screen in a wide window and a narrow one`, async ({ page }) => {
      const response = await page.goto(screen.path)
      expect(response?.status()).toBe(screen.status)
      await expectScreen(page, screen)
      await expectFitsOnPhone(page)
    })
  }
})

test('the longest title, a title with markup and a title in Arabic are shown correctly', async ({ page, request }) => {
  const prompts = await readAllPrompts(request)
  const longest = prompts.toSorted((a, b) => b.title.length - a.title.length)[0]
  const markup = prompts.find(({ title }) => title.includes('<script>'))
  const arabic = prompts.find(({ title }) => /[\u0600-\u06ff]/.test(title))
  for (const found of [longest, markup, arabic]) {
    if (!found) throw new Error('The fixture lacks one of these titles.')
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`/prompt/${found.slug}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(found.title)
    await expectNoSidewaysScroll(page)
  }
})

test('a list page with an invalid cursor answers 404, not 500', async ({ request }) => {
  expect((await request.get('/prompts?cursor=abc')).status()).toBe(404)
})

test('scrolling far shows the scroll-to-top button', async ({ page }) => {
  await page.goto('/prompts')
  const button = page.getByRole('button', { name: 'Scroll to top' })
  await page.evaluate(() => scrollTo(0, 390))
  await expect(button).toBeHidden()
  await page.evaluate(() => scrollTo(0, 900))
  await expect(button).toBeVisible()
  await button.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})
