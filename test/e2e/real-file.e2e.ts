import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { readAllPrompts } from './all-prompts.ts'
import { createSiteStorage, type Product, runProgram, startBuiltSite } from './product.ts'
import { expect, test } from './story.ts'

/** A file with real prompts from another catalogue, of which an import stores 879. It isn't part of the repository. */
const file = process.env.PROMPTS_CSV ?? join(import.meta.dirname, '../../../shared/data/prompts.csv')

// biome-ignore lint/suspicious/noSkippedTests: the file isn't part of the repository, and the test report says so.
test.skip(!existsSync(file), `${file} doesn’t exist`)

let storage: Awaited<ReturnType<typeof createSiteStorage>>
let product: Product

test.beforeAll(async () => {
  storage = await createSiteStorage()
  product = await startBuiltSite(storage.settings)
  expect((await runProgram('src/cli/main.ts', ['import', file], storage.settings)).status).toBe(0)
})

test.afterAll(async () => {
  await product?.stop()
  await storage?.remove()
})

test('every prompt from another catalogue’s file is unchanged in its raw text, and one in eight on its page', {
  tag: '@slow',
}, async ({ page }) => {
  test.setTimeout(300_000)
  // `readPromptTexts` fetches paths of this site, so it must run on one of its pages.
  await page.goto(`${product.url}/api/docs`)
  const prompts = await readAllPrompts(page.request, product.url)
  expect(prompts).toHaveLength(879)
  for (let start = 0; start < prompts.length; start += 40) {
    const batch = prompts.slice(start, start + 40)
    const selection = batch.map(({ slug }, index) => ({ slug, withPage: index % 8 === 0 }))
    const promptTexts = await page.evaluate(readPromptTexts, selection)
    for (const [index, { title }] of batch.entries()) {
      const { content, raw, pageText } = promptTexts[index] as PromptTexts
      expect(raw, title).toBe(content)
      // All pages show a text in the same way, and rendering one takes as long as reading twenty raw texts.
      if (pageText) expect(pageText, title).toEqual({ title, text: markedText(content) })
    }
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  /** What a visitor types on the home page, and which prompt they then choose. */
  const tasks = [
    { words: 'resume tailoring', title: 'Resume tailoring' },
    { words: 'book summarizer', title: 'Book Summarizer' },
    { words: 'system design prompt', title: 'Universal System Design Prompt' },
    { words: 'cover letter generator', title: 'Dynamic Cover Letter Generator' },
    { words: 'study plan 7 days', title: 'Deep Immersion Study Plan (7 Days)' },
  ]
  /**
   * The limits from the loaded home page to the filled text on the clipboard. Taps, and the key that starts the search,
   * count as touches. Typing doesn't count, and neither does the key that moves to the next blank.
   */
  const limits = { touches: 6, seconds: 15 }

  test('each of five tasks takes at most six touches and 15 seconds, from the home page to the filled text on the clipboard', {
    tag: '@slow',
  }, async ({ page }) => {
    test.setTimeout(300_000)
    for (const { words, title } of tasks) {
      await page.goto(product.url, { waitUntil: 'networkidle' })
      const startedAt = Date.now()
      let touches = 0
      const tap = async (target: Locator) => {
        await target.tap()
        touches++
      }
      await tap(page.getByRole('searchbox').first())
      await page.keyboard.type(words)
      await page.keyboard.press('Enter')
      touches++
      await tap(page.getByRole('link', { name: title, exact: true }).first())
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await tap(page.getByRole('button', { name: /^Fill in \d+ blanks?$/ }))
      const blanks = page.locator('.worksheet-text .blank')
      const count = await blanks.count()
      for (let index = 0; index < count; index++) {
        await expect(blanks.nth(index)).toBeFocused()
        if ((await blanks.nth(index).textContent()) === '') await page.keyboard.type(`words ${index}`)
        if (index + 1 < count) await page.keyboard.press('Enter')
      }
      await tap(page.getByRole('button', { name: 'Copy', exact: true }))
      await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
      const seconds = (Date.now() - startedAt) / 1000
      const clipboardText = await page.evaluate(() => navigator.clipboard.readText())
      expect(clipboardText, title).toContain('words 0')
      expect(clipboardText, title).not.toMatch(/\{\{|\[insert/i)
      expect(touches, title).toBeLessThanOrEqual(limits.touches)
      expect(seconds, title).toBeLessThanOrEqual(limits.seconds)
      const description = `${title}: ${touches} touches, ${seconds.toFixed(1)} s, ${count} blanks`
      test.info().annotations.push({ type: 'measured', description })
    }
  })
})

type PageText = { title?: string | null; text?: string | null }
type PromptTexts = { content: string; raw: string; pageText: PageText | null }

/**
 * Reads prompts inside the browser, which is faster than passing their pages to it. Returns the content from the API,
 * the raw text, and the heading and text of the page, with each blank written as ⟦name⟧.
 */
function readPromptTexts(prompts: { slug: string; withPage: boolean }[]): Promise<PromptTexts[]> {
  const textOf = async (path: string) => (await fetch(path)).text()
  const readPage = async (slug: string) => {
    const parsed = new DOMParser().parseFromString(await textOf(`/prompt/${slug}`), 'text/html')
    for (const blank of parsed.querySelectorAll<HTMLElement>('.worksheet-text [data-name]')) {
      blank.textContent = `⟦${blank.dataset.name}⟧`
    }
    // The fields and the button with which the text is filled in without JavaScript.
    for (const form of parsed.querySelectorAll('.worksheet-text noscript')) form.remove()
    const text = parsed.querySelector('.worksheet-text')?.textContent
    return { title: parsed.querySelector('h1')?.textContent, text }
  }
  return Promise.all(
    prompts.map(async ({ slug, withPage }) => {
      const [json = '', raw = ''] = await Promise.all([`/api/prompts/${slug}`, `/prompt/${slug}.md`].map(textOf))
      return { content: JSON.parse(json).content, raw, pageText: withPage ? await readPage(slug) : null }
    }),
  )
}

/** The text that a prompt's page should contain: each blank is `⟦name⟧`, each line break `\n`, as in parsed HTML. */
function markedText(content: string): string {
  return fillableSegments(content)
    .map((segment) => (segment.kind === 'text' ? segment.text.replace(/\r\n?/g, '\n') : `⟦${segment.name}⟧`))
    .join('')
}
