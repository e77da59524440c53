import { brotliCompressSync } from 'node:zlib'
import type { Page, Request, Response } from '@playwright/test'
import { firstVisitBudgets, wholeVisitBudget } from '../first-visit-budgets.ts'
import { expect } from './story.ts'

/**
 * The budgets in bytes for code that loads once the page can be read, and for its dependencies. `banner`: the cookie
 * banner. `tool`: the generator, the comparison, or the related tools.
 */
const deferredBudgets = { banner: 2_600, tool: 37_000 }

/** A performance entry about one layout shift. */
type Shift = { value: number; sources: { node: Node | null }[] }
/** All layout shifts of a page: the sum of their values, and the class, text or name of each moved node. */
type Shifts = { sum: number; movedElements: string[] }

/** A visit to a page. `measure` returns how many bytes the visit has loaded, by kind of file. */
export type FirstVisit = { status: number | undefined; measure: () => Promise<Record<string, number>> }

/** Opens a page and waits until it has loaded. After that, `expectNoLayoutShift` checks that nothing has moved. */
export async function openFirstVisit(page: Page, path: string): Promise<FirstVisit> {
  await watchShifts(page)
  const requests: { kind: string; request: Request }[] = []
  let isToolRequested = false
  const kindOf = (request: Request) => {
    const type = request.resourceType()
    const isTool = /\/(generator-tool|comparison|run-parts|tool-grid)-/.test(request.url())
    // From the first script of a tool on, all scripts and styles count as the tool's. Its styles may load even earlier.
    isToolRequested ||= isTool && type === 'script'
    if (/\/consent-panel-/.test(request.url())) return 'banner'
    return (isToolRequested && type === 'script') || ((isToolRequested || isTool) && type === 'stylesheet')
      ? 'tool'
      : type
  }
  // The kind is determined when the request is sent, because it depends on earlier requests.
  page.on('request', (request) => void requests.push({ kind: kindOf(request), request }))
  const response = await page.goto(path)
  await expect(page.getByRole('region', { name: 'Cookie settings' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const measure = async () => {
    const bytes: Record<string, number> = { script: 0, banner: 0, tool: 0, document: 0, stylesheet: 0, font: 0 }
    for (const { kind, request } of requests) {
      const response = kind in bytes ? await request.response() : null
      if (response?.ok()) bytes[kind] = (bytes[kind] ?? 0) + (await sizeOf(kind, response))
    }
    return bytes
  }
  return { status: response?.status(), measure }
}

/** Makes each page that is opened from now on measure its layout shifts (CLS, https://web.dev/articles/cls). */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { sum: 0, movedElements: [] as string[] }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        shifts.sum += entry.value
        for (const { node } of entry.sources)
          shifts.movedElements.push(String((node as Element | null)?.className || node?.nodeValue || node?.nodeName))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Fails if anything on the page has moved since `openFirstVisit` opened it. */
export async function expectNoLayoutShift(page: Page): Promise<void> {
  const { sum, movedElements } = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
  expect(sum, `cumulative layout shift, of ${movedElements.join(', ')}`).toBeLessThan(0.001)
}

/** Fails if a first visit has loaded more than its budgets allow. */
export async function expectWithinBudgets({ measure }: FirstVisit): Promise<void> {
  const bytes = await measure()
  for (const [kind, budget] of Object.entries(firstVisitBudgets)) {
    expect(bytes[kind], `${kind} bytes`).toBeGreaterThan(0)
    expect(bytes[kind], `${kind} bytes`).toBeLessThanOrEqual(budget)
  }
  const whole = Object.keys(firstVisitBudgets).reduce((sum, kind) => sum + (bytes[kind] ?? 0), 0)
  expect(whole, 'all bytes').toBeLessThanOrEqual(wholeVisitBudget)
  for (const [kind, budget] of Object.entries(deferredBudgets))
    expect(bytes[kind], `${kind} bytes`).toBeLessThanOrEqual(budget)
  expect(bytes.banner, 'the banner is measured separately').toBeGreaterThan(0)
}

/** The sizes of files that several pages share, by URL. A file whose content changes gets another URL. */
const knownSizes = new Map<string, number>()

/** Returns the size of a response in bytes, compressed with Brotli. Fonts are compressed already. */
async function sizeOf(kind: string, response: Response): Promise<number> {
  const url = response.url()
  const size = knownSizes.get(url) ?? compressedSize(kind, await response.body())
  if (kind !== 'document') knownSizes.set(url, size)
  return size
}

function compressedSize(kind: string, body: Buffer): number {
  return kind === 'font' ? body.length : brotliCompressSync(body).length
}
