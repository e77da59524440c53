import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'

type Fixtures = {
  /** Console messages that a story causes on purpose, such as the one about a 404. */
  expectedMessages: RegExp[]
  consoleCheck: undefined
}

/** Playwright's `test`. A story also fails if one of its pages logs to the console or throws. */
export const test = base.extend<Fixtures>({
  expectedMessages: [[], { option: true }],
  consoleCheck: [
    async ({ browser, context, expectedMessages }, use) => {
      const messages: string[] = []
      context.on('console', (message) =>
        messages.push(`${message.type()}: ${message.text()} (${message.location().url})`),
      )
      context.on('weberror', (error) => messages.push(`error: ${error.error()}`))
      await use(undefined)
      // Playwright closes only its own contexts. Open pages would keep refreshing during later stories.
      for (const other of browser.contexts()) if (other !== context) await other.close()
      const unexpected = messages.filter((message) => !expectedMessages.some((pattern) => pattern.test(message)))
      expect(unexpected, 'the console of a story stays empty').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The minified script has less than half the size of `axe.source`: passing it to a page takes a third less CPU time. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules of axe that depend on colors. */
const colorRules = ['color-contrast', 'link-in-text-block']
/** The pages that were checked in the light theme, and are dark now. */
const pagesInDark = new WeakSet<Page>()

/**
 * Fails with every violation of WCAG 2.2 A and AA that axe finds on the current page. In the dark theme of `bothThemes` only
 * the colors are checked.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Without transitions: in the middle of one, colors may lack contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(
    async (runOnly) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      // Scrolled to the top, because axe counts buttons that the header partly covers as too small.
      const { scrollY } = window
      scrollTo({ top: 0, behavior: 'instant' })
      const { violations } = await run({ runOnly, resultTypes: ['violations'] })
      scrollTo({ top: scrollY, behavior: 'instant' })
      return violations.map(({ id, help, nodes }) => `${id}: ${help} at ${nodes.map((node) => node.target).join(', ')}`)
    },
    pagesInDark.has(page) ? colorRules : wcag,
  )
  expect(violations, `what axe finds at ${page.url()}`).toEqual([])
}

/** Runs a check in the light theme and then in the dark theme, set as the system's preference. */
export async function bothThemes(page: Page, check: (theme: 'light' | 'dark') => Promise<void>): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await check('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  pagesInDark.add(page)
  try {
    await check('dark')
  } finally {
    pagesInDark.delete(page)
  }
}

/** Waits until a page is hydrated: only then it shows the cookie banner. The visitor must not have answered the banner yet. */
export const expectHydrated = (page: Page) =>
  expect(page.getByRole('region', { name: 'Cookie settings' })).toBeVisible()

/** Waits until a group has checkboxes, and unchecks all of them. */
export async function uncheckAll(group: Locator): Promise<void> {
  await expect(group.getByRole('checkbox').first()).toBeVisible()
  const checked = group.getByRole('checkbox', { checked: true })
  while ((await checked.count()) > 0) await checked.first().uncheck()
}

/** Fails if something on the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth] as const
  })
  expect(content, 'the width of the content').toBeLessThanOrEqual(window)
}

/**
 * Checks a wide page in the light theme, and a narrow one in the dark theme. For pages that are checked at both widths:
 * each width and each theme is checked once, in half the time of all four pairs.
 */
export async function expectAccessibleByWidth(page: Page): Promise<void> {
  const isWide = (page.viewportSize()?.width ?? 0) > 600
  await page.emulateMedia({ colorScheme: isWide ? 'light' : 'dark' })
  await expectAccessible(page)
}

/**
 * Fails if the page isn't accessible or scrolls sideways: in the light theme at the width of a desktop, and in the dark one at
 * that of a phone. Then restores the size of the window.
 */
export async function expectFitsAndIsAccessible(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessibleByWidth(page)
    await expectNoSidewaysScroll(page)
  }
  if (before) await page.setViewportSize(before)
}
