import { brotliCompressSync } from 'node:zlib'
import type { Page, Request, Response } from '@playwright/test'
import { expect, test } from './story.ts'

/**
 * The bytes of a first visit as brotli (design, "Budgets"; a KB is 1000). Code that loads after the page is readable is
 * measured separately: the cookie banner, and the generator or comparison tool with its dependencies.
 */
const budgets = { script: 126_000, document: 12_000, stylesheet: 12_400, font: 85_000 }
const later = { banner: 2_000, tool: 30_000 }

const pages = [
  ...['/', '/prompts', '/prompts/newest', '/prompts/popular', '/prompts/highest-rated', '/categories'],
  ...['/category/general', '/prompt/cover-letter-writer', '/tools', '/tools/lector', '/search?q=kitchen'],
  ...[
    '/contributors',
    '/user/promptarium',
    '/prompt-generator',
    '/compare',
    '/models',
    '/ranking',
    '/help',
    '/contact',
    '/terms',
  ],
  ...['/privacy', '/cookies', '/sitemap', '/auth', '/auth/forgot'],
]

type Shift = { value: number; sources: { node: Node | null }[] }
type Shifts = { sum: number; moved: string[] }

for (const path of pages) {
  test(`a first visit to ${path} keeps its budgets and moves nothing`, async ({ page }) => {
    const bytes: Record<string, number> = { script: 0, banner: 0, tool: 0, document: 0, stylesheet: 0, font: 0 }
    const weighed: Promise<void>[] = []
    let toolCame = false
    const kindOf = (request: Request) => {
      const type = request.resourceType()
      toolCame ||= /\/(generator-tool|comparison|run-parts)-/.test(request.url())
      if (/\/consent-panel-/.test(request.url())) return 'banner'
      return toolCame && (type === 'script' || type === 'stylesheet') ? 'tool' : type
    }
    const weigh = async (kind: string, response: Response | null) => {
      if (!(kind in bytes) || !response?.ok()) return
      const size = await sizeOf(kind, response)
      // Read only now, since others were added while this one was loading.
      bytes[kind] = (bytes[kind] ?? 0) + size
    }
    page.on('request', (request) => {
      const kind = kindOf(request)
      weighed.push(request.response().then((response) => weigh(kind, response)))
    })
    await visit(page, path)
    await Promise.all(weighed)
    for (const [kind, budget] of Object.entries(budgets)) {
      expect(bytes[kind], `${kind} bytes`).toBeGreaterThan(0)
      expect(bytes[kind], `${kind} bytes`).toBeLessThanOrEqual(budget)
    }
    for (const [kind, budget] of Object.entries(later)) expect(bytes[kind], `${kind} bytes`).toBeLessThanOrEqual(budget)
    expect(bytes.banner, 'the banner is weighed apart').toBeGreaterThan(0)
    await expectStill(page)
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } })

    test(`a first visit to ${path} moves nothing`, async ({ page }) => {
      await visit(page, path)
      await expectStill(page)
    })
  })
}

/** Opens a page and waits until it has loaded, measuring layout shifts (CLS, https://web.dev/articles/cls). */
async function visit(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { sum: 0, moved: [] as string[] }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        shifts.sum += entry.value
        for (const { node } of entry.sources)
          shifts.moved.push((node as Element | null)?.className || String(node?.nodeName))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(path)
  await expect(page.getByRole('region', { name: 'Cookie settings' })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

async function expectStill(page: Page): Promise<void> {
  const { sum, moved } = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
  expect(sum, `cumulative layout shift, of ${moved.join(', ')}`).toBeLessThan(0.001)
}

/** The sizes of shared files, whose names change with their content. */
const known = new Map<string, number>()

/** Bytes as brotli; fonts are compressed already. */
async function sizeOf(kind: string, response: Response): Promise<number> {
  const url = response.url()
  const size = known.get(url) ?? compressedSize(kind, await response.body())
  if (kind !== 'document') known.set(url, size)
  return size
}

function compressedSize(kind: string, body: Buffer): number {
  return kind === 'font' ? body.length : brotliCompressSync(body).length
}
