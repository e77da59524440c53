import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findChromium } from '../e2e/chromium.ts'
import type { Row } from './report.ts'

/** Downloaded on demand, since with its dependencies it is half as large as all of ours. */
const lighthouse = 'lighthouse@13.5.0'

type Audit = { id: string; title: string; score: number | null; displayValue?: string }
type Report = {
  categories: Record<string, { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

/** Lighthouse's scores of home, list and prompt on a phone, with the reasons for less than 100. */
export async function benchLighthouse(address: string, folder: string): Promise<Row[]> {
  const { executablePath, args } = await findChromium()
  const { items } = await (await fetch(`${address}/api/prompts/newest?limit=1`)).json()
  const pages = { home: '/', list: '/prompts', prompt: `/prompt/${items[0].slug}` }
  const rows: Row[] = []
  for (const [name, path] of Object.entries(pages)) {
    const file = join(folder, `lighthouse-${name}.json`)
    const flags = ['--headless', '--disable-dev-shm-usage', ...args].join(' ')
    const lighthouseArgs = [
      address + path,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${flags}`,
    ]
    const failure = await runLighthouse(lighthouseArgs, executablePath)
    if (failure) return [...rows, ['Lighthouse', `can't be had here: ${failure}`]]
    rows.push([name, summarize(JSON.parse(await readFile(file, 'utf8')) as Report)])
  }
  return rows
}

/** Runs Lighthouse. Returns null, or why it didn't run. */
function runLighthouse(args: string[], chromium: string): Promise<string | null> {
  const child = spawn('npx', ['--yes', lighthouse, ...args], {
    env: { ...process.env, CHROME_PATH: chromium },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve(message))
    child.on('close', (status) => resolve(status === 0 ? null : output.trim().split('\n').at(-1) || `status ${status}`))
  })
}

function summarize({ categories, audits }: Report): string {
  const scores = Object.values(categories).map(({ title, score }) => `${title} ${Math.round((score ?? 0) * 100)}`)
  const weighed = new Set(
    Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.flatMap(({ id, weight }) => (weight > 0 ? [id] : [])),
    ),
  )
  const failedAudits = Object.values(audits).filter(({ id, score }) => weighed.has(id) && score !== null && score < 1)
  const reasons = failedAudits.map(({ title, score, displayValue }) =>
    [title, displayValue, `(${Math.round((score ?? 0) * 100)})`].filter(Boolean).join(' '),
  )
  return [scores.join(', '), ...reasons].join('; ')
}
