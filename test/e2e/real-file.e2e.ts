import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parsePrompt } from '#features/catalogue/variable-rules.ts'
import { makePlace, runProgram, startProduct } from './product.ts'
import { expect, test } from './story.ts'

/** Real prompts of another catalogue. The file is beside the project, not in it. */
const file = process.env.PROMPTS_CSV ?? join(import.meta.dirname, '../../../shared/data/prompts.csv')

type Listed = { slug: string; title: string }

test('every prompt of the real file is unchanged on its page and in its raw text', async ({ page }) => {
  // biome-ignore lint/suspicious/noSkippedTests: the file is beside the project, not in it, and the report says so.
  test.skip(!existsSync(file), `${file} is not there`)
  test.setTimeout(300_000)
  const place = await makePlace()
  const product = await startProduct(place.settings)
  try {
    expect((await runProgram('src/cli/main.ts', ['import', file], place.settings)).status).toBe(0)
    await page.goto(`${product.url}/api/docs`)
    const prompts: Listed[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await page.request.get(`${product.url}/api/prompts?limit=100${cursor && `&cursor=${cursor}`}`)
      const { items, nextCursor } = (await answer.json()) as { items: Listed[]; nextCursor: string | null }
      prompts.push(...items)
      cursor = nextCursor
    }
    expect(prompts).toHaveLength(879)
    for (const { slug, title } of prompts) {
      const { content } = await (await page.request.get(`${product.url}/api/prompts/${slug}`)).json()
      expect(await (await page.request.get(`${product.url}/prompt/${slug}.md`)).text(), title).toBe(content)
      const html = await (await page.request.get(`${product.url}/prompt/${slug}`)).text()
      const shown = await page.evaluate(readSheet, html)
      expect(shown, title).toEqual({ title, text: markedText(content) })
    }
  } finally {
    await product.stop()
    await place.remove()
  }
})

/** Parses a page's HTML in the browser: its heading, and its text with each blank as ⟦name⟧. */
function readSheet(html: string) {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  for (const blank of parsed.querySelectorAll<HTMLElement>('.script [data-name]')) {
    blank.textContent = `⟦${blank.dataset.name}⟧`
  }
  return { title: parsed.querySelector('h1')?.textContent, text: parsed.querySelector('.script')?.textContent }
}

/** The content as its page should show it. HTML has one kind of line break. */
function markedText(content: string): string {
  return parsePrompt(content)
    .map((segment) => (segment.kind === 'text' ? segment.text.replace(/\r\n?/g, '\n') : `⟦${segment.name}⟧`))
    .join('')
}
