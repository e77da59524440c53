import { test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'

type Fixtures = {
  /** Console messages that a story brings about on purpose, such as the one of a page that is not found. */
  expectedMessages: RegExp[]
  quietConsole: undefined
}

/** Playwright's `test`; besides, a story fails when any page of it writes to the console or throws. */
export const test = base.extend<Fixtures>({
  expectedMessages: [[], { option: true }],
  quietConsole: [
    async ({ browser, context, expectedMessages }, use) => {
      const heard: string[] = []
      context.on('console', (message) => heard.push(`${message.type()}: ${message.text()} (${message.location().url})`))
      context.on('weberror', (error) => heard.push(`error: ${error.error()}`))
      await use(undefined)
      // Playwright closes only its own: pages left open would go on refreshing under the stories that follow.
      for (const other of browser.contexts()) if (other !== context) await other.close()
      const unexpected = heard.filter((message) => !expectedMessages.some((pattern) => pattern.test(message)))
      expect(unexpected, 'the console of a story stays empty').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails with every violation of WCAG 2.2 A and AA that axe sees on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours that are on their way to another one have no contrast that counts.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const told = await page.evaluate(async (runOnly) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await run({ runOnly, resultTypes: ['violations'] })
    return violations.map(({ id, help, nodes }) => `${id}: ${help} at ${nodes.map((node) => node.target).join(', ')}`)
  }, wcag)
  expect(told, `what axe finds at ${page.url()}`).toEqual([])
}

/** Looks at the page in light and in dark, as the system's preference says. */
export async function bothThemes(page: Page, look: (theme: 'light' | 'dark') => Promise<void>): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await look(theme)
  }
}

/** Fails when something on the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth] as const
  })
  expect(content, 'the width of what is on the page').toBeLessThanOrEqual(window)
}
