import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'

type Fixtures = {
  /** Messages in the console that a story causes on purpose, such as the message about a 404. */
  expectedMessages: RegExp[]
  consoleCheck: undefined
}

/** Playwright's `test`. In addition, a story fails if one of its pages throws or logs anything to the console. */
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
      // Playwright closes only its own contexts. Pages left open would continue to refresh their data during later
      // stories.
      for (const other of browser.contexts()) if (other !== context) await other.close()
      const unexpected = messages.filter((message) => !expectedMessages.some((pattern) => pattern.test(message)))
      expect(unexpected, 'messages and errors that the story doesn’t expect').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/**
 * The minified script of axe. It is less than half as long as `axe.source`, so passing it to a page takes a third less
 * CPU time.
 */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules of axe that colors can violate. */
const colorRules = ['color-contrast', 'link-in-text-block']
/** The pages that have been checked in the light theme and are now dark. */
const pagesInDark = new WeakSet<Page>()

/**
 * Fails with every violation of WCAG 2.2 A and AA that axe finds on the current page. While `inBothThemes` checks the
 * dark theme, only the colors are checked.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Transitions are turned off, because colors may lack contrast in the middle of one.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(
    async (runOnly) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      // The page is scrolled to its top, because axe counts a button as too small if the header covers part of it.
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

/** Runs a check in the light theme and then in the dark theme, each set as the preference of the system. */
export async function inBothThemes(page: Page, check: (theme: 'light' | 'dark') => Promise<void>): Promise<void> {
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

/**
 * Waits until a page is hydrated. Only then does it show the cookie banner, so the visitor must not have answered it
 * yet.
 */
export const expectHydrated = (page: Page) =>
  expect(page.getByRole('region', { name: 'Cookie settings' })).toBeVisible()

/** Opens the menu More of a prompt's page, and returns it. */
export async function openMore(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  return page.getByRole('dialog', { name: 'More' })
}

/** Waits until a group contains checkboxes, and then unchecks all of them. */
export async function uncheckAll(group: Locator): Promise<void> {
  await expect(group.getByRole('checkbox').first()).toBeVisible()
  const checked = group.getByRole('checkbox', { checked: true })
  while ((await checked.count()) > 0) await checked.first().uncheck()
}

/** Fails if anything on the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [contentWidth, windowWidth] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth] as const
  })
  expect(contentWidth, 'the width of the content').toBeLessThanOrEqual(windowWidth)
}

/**
 * Checks a wide page in the light theme, or a narrow one in the dark theme. Use it for a page that is checked at both
 * widths: each width and each theme is then checked once, in half the time of all four combinations.
 */
export async function expectAccessibleByWidth(page: Page): Promise<void> {
  const isWide = (page.viewportSize()?.width ?? 0) > 600
  await page.emulateMedia({ colorScheme: isWide ? 'light' : 'dark' })
  await expectAccessible(page)
}

/**
 * Fails if the page isn't accessible or scrolls sideways, in the light theme at the width of a desktop and in the dark
 * theme at the width of a phone. Afterwards, the window has its old size again.
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
