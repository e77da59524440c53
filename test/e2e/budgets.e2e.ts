import { brotliCompressSync } from 'node:zlib'
import { expect, test } from './story.ts'

/** Bytes of a first visit as brotli (design, "Budgets"). */
const budgets = { script: 120_000, document: 12_000, stylesheet: 12_000, font: 85_000 }

for (const path of ['/', '/prompts', '/prompt/cover-letter-writer', '/tools', '/tools/lector', '/search?q=kitchen']) {
  test(`a first visit to ${path} keeps its budgets and moves nothing`, async ({ page }) => {
    const bytes: Record<string, number> = { script: 0, document: 0, stylesheet: 0, font: 0 }
    page.on('response', async (response) => {
      const kind = response.request().resourceType()
      if (kind in bytes && response.ok()) bytes[kind] = (bytes[kind] ?? 0) + weigh(kind, await response.body())
    })
    await page.addInitScript(() => {
      const shifts = { sum: 0 }
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    for (const [kind, budget] of Object.entries(budgets)) {
      expect(bytes[kind], `${kind} bytes`).toBeGreaterThan(0)
      expect(bytes[kind], `${kind} bytes`).toBeLessThanOrEqual(budget)
    }
    const moved = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)
    expect(moved, 'cumulative layout shift').toBeLessThan(0.001)
  })
}

/** Fonts are compressed already. */
function weigh(kind: string, body: Buffer): number {
  return kind === 'font' ? body.length : brotliCompressSync(body).length
}
