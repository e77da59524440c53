import { readFile } from 'node:fs/promises'
import { signUp } from './members.ts'
import { runProgram } from './product.ts'
import { storySite } from './site.ts'
import { openSignedIn, publish } from './staff.ts'
import { expect, expectFitsAndIsAccessible, test } from './story.ts'
import { titleOf } from './writer.ts'

type BrowserContext = import('@playwright/test').BrowserContext

/** Stores counts of a prompt's views, copies, runs, votes and saves on the last ten days. */
async function addCounts(slug: string) {
  const { status, output } = await runProgram('test/e2e/add-day-counts.ts', [slug], storySite()?.settings ?? {})
  expect(status, output).toBe(0)
}

/** Collects the sources of the views that pages of this context report from now on. */
async function collectSources(context: BrowserContext): Promise<string[]> {
  const sources: string[] = []
  await context.exposeFunction('reportSource', (source: string) => void sources.push(source))
  await context.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, body) => {
      const { reportSource } = window as unknown as { reportSource: (source: string) => void }
      if (body instanceof Blob) body.text().then((text) => reportSource(JSON.parse(text).source))
      return send(url, body)
    }
  })
  return sources
}

test('an author reads the statistics of a prompt by keyboard, as plots, tables and a file', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await signUp(page)
  const title = titleOf('Counted by days')
  const slug = await publish(page, title)
  await addCounts(slug)
  await page.goto('/my-prompts')
  const link = page.getByRole('link', { name: `Statistics of ${title}` })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Statistics', level: 1 })).toBeVisible()
  const plot = page.getByRole('img', { name: /^Reads: \d/ })
  await expect(plot).toBeVisible()
  // Each of the ten days has two views from lists, one from a feed and three up votes. Such small counts are shown as
  // sums of several days, each at least five. The days after the last sum aren't shown, such as one with two views.
  const sources = page.getByRole('table').filter({ hasText: 'Readers came from' })
  await expect(sources.getByRole('row', { name: /^Lists and other pages here/ })).toContainText('18')
  await expect(sources.getByRole('row', { name: /^Feeds/ })).toContainText('10')
  await expect(sources.getByRole('row', { name: /^Cards on other sites/ })).toContainText('Under 5')
  await expect(page.getByText('Fewer than 5 so far, or none: Down votes, Forks.')).toBeVisible()
  const votes = page.getByRole('region', { name: 'Up votes' })
  await votes.getByText(/^Table, /).focus()
  await page.keyboard.press('Enter')
  // Five sums of two days, and the header row.
  await expect(votes.getByRole('row')).toHaveCount(6)
  await expectFitsAndIsAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('measure,source,from,to,count\r\nviews,search,')
  for (const line of file.trim().split('\r\n').slice(1)) expect(Number(line.split(',')[4])).toBeGreaterThanOrEqual(5)
})

test.describe('the statistics of a prompt that nobody has read', () => {
  test.use({ expectedMessages: [/status of 404/] })
  test('are a 404 for others, and one sentence for the author', async ({ page, browser }) => {
    const { page: author } = await openSignedIn(browser)
    const slug = await publish(author, titleOf('Not for others'))
    await author.goto(`/prompt/${slug}/statistics`)
    await expect(author.getByText('There are too few reads or copies to show yet.')).toBeVisible()
    await expect(author.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(0)
    await signUp(page)
    await page.goto(`/prompt/${slug}/statistics`)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })
})

test('a prompt’s page reports which kind of page its reader came from', async ({ page, context, browser }) => {
  const { page: author } = await openSignedIn(browser)
  const title = titleOf('Read from everywhere')
  const slug = await publish(author, title)
  const sources = await collectSources(context)
  const expectSource = async (source: string) => {
    await expect.poll(() => sources).toEqual([source])
    sources.length = 0
  }
  await page.goto(`/prompt/${slug}`)
  await expectSource('elsewhere')
  await page.goto(`/prompt/${slug}?utm_source=feed`)
  await expectSource('feeds')
  await page.goto(`/search?q=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: title }).first().click()
  await expectSource('search')
  // A cached list may be up to two seconds old.
  await expect(async () => {
    await page.goto('/prompts/newest')
    await expect(page.getByRole('link', { name: title }).first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('link', { name: title }).first().click()
  await expectSource('lists')
  await page.goto(`/embed/prompt/${slug}`)
  await page.getByRole('link', { name: title }).click()
  await expectSource('embed')
})
