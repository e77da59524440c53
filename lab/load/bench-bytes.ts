import { firstVisitBudgets } from '#test/first-visit-budgets.ts'
import { atMost, type MeasuredValue, type Row } from './report.ts'

/** How many bytes a first visit should load altogether. What it may load at most is in first-visit-budgets.ts. */
const wholeVisitGoal = 190_000

/** Measures how many bytes a browser loads on a first visit to the home page, a list and a prompt. */
export async function benchBytes(address: string): Promise<Row[]> {
  const { items } = await (await fetch(`${address}/api/prompts/newest?limit=1`)).json()
  const pages = { home: '/', list: '/prompts', prompt: `/prompt/${items[0].slug}` }
  const rows: Row[] = []
  for (const [name, path] of Object.entries(pages)) {
    const page = await sizeOf(address + path)
    const js = await sizeOfAll(address, page.text, /(?:src|href)="(\/assets\/[^"]+\.js)"/g)
    const css = await sizeOfAll(address, page.text, /href="(\/assets\/[^"]+\.css)"/g)
    const fonts = await sizeOfAll(address, page.text, /href="(\/assets\/[^"]+\.woff2)"/g)
    const { script, document, stylesheet, font } = firstVisitBudgets
    const sizes = [
      size('HTML', page.bytes, document),
      size('JavaScript', js, script),
      size('CSS', css, stylesheet),
      size('preloaded fonts', fonts, font),
      size('all', page.bytes + js + css + fonts, wholeVisitGoal),
    ]
    rows.push([name, sizes.map(({ label, value }) => `${label} ${value.toFixed(1)} KB`).join(', '), ...sizes])
  }
  return rows
}

function size(what: string, bytes: number, budget: number): MeasuredValue {
  return atMost(budget / 1000, bytes / 1000, 'KB', what)
}

async function sizeOf(url: string): Promise<{ bytes: number; text: string }> {
  const head = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  const bytes = Number(head.headers.get('content-length'))
  return { bytes, text: await (await fetch(url)).text() }
}

async function sizeOfAll(address: string, html: string, pattern: RegExp): Promise<number> {
  const files = new Set([...html.matchAll(pattern)].map(([, file]) => file as string))
  let bytes = 0
  for (const file of files) bytes += (await sizeOf(address + file)).bytes
  return bytes
}
