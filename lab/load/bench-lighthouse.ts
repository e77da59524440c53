import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findChromium } from '#test/e2e/chromium.ts'
import { atLeast, atMost, type MeasuredValue, type Row } from './report.ts'

/**
 * Not a dependency: npx downloads it for this benchmark. With its own dependencies, Lighthouse is half as large as all
 * our packages together.
 */
const lighthouse = 'lighthouse@13.5.0'

type Audit = { id: string; title: string; score: number | null; displayValue?: string; numericValue?: number }
type Report = {
  categories: Record<string, { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

const runs = 5

/**
 * Runs Lighthouse on a simulated phone. Returns for each page the scores and blocking time of the run with the median
 * performance, and the audits that cost points, or one row with the reason if Lighthouse can't run. It writes its
 * reports to `folder`.
 */
export async function benchLighthouse(address: string, folder: string): Promise<Row[]> {
  const { executablePath, args } = await findChromium()
  const { items } = await (await fetch(`${address}/api/prompts/newest?limit=1`)).json()
  const { items: tools } = await (await fetch(`${address}/api/tools?limit=1`)).json()
  const pages = {
    home: '/',
    list: '/prompts',
    prompt: `/prompt/${items[0].slug}`,
    tool: `/tools/${tools[0].slug}`,
    search: '/search?q=write',
  }
  const reports = Object.fromEntries(Object.keys(pages).map((name) => [name, [] as Report[]]))
  for (const [name, path] of Array.from({ length: runs }, () => Object.entries(pages)).flat()) {
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
    if (failure) return [['Lighthouse', `can't run here: ${failure}`]]
    reports[name]?.push(JSON.parse(await readFile(file, 'utf8')))
  }
  return Object.entries(reports).map(([name, all]) => {
    const report = all.toSorted((a, b) => performanceOf(a) - performanceOf(b))[Math.floor(runs / 2)] as Report
    return [name, summarize(report), ...measure(report)]
  })
}

/** Runs Lighthouse. Resolves to null, or to the reason why it couldn't run. */
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

function performanceOf({ categories }: Report): number {
  return categories.performance?.score ?? 0
}

function measure({ categories, audits }: Report): MeasuredValue[] {
  const scores = Object.entries(categories).map(([id, { title, score }]) =>
    atLeast(id === 'performance' ? 99 : 100, Math.round((score ?? 0) * 100), 'points', title),
  )
  const blocking = audits['total-blocking-time']
  return [...scores, atMost(100, blocking?.numericValue ?? Number.NaN, 'ms', 'total blocking time')]
}

function summarize({ categories, audits }: Report): string {
  const scores = Object.values(categories).map(({ title, score }) => `${title} ${Math.round((score ?? 0) * 100)}`)
  const weightedAudits = new Set(
    Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.flatMap(({ id, weight }) => (weight > 0 ? [id] : [])),
    ),
  )
  const failedAudits = Object.values(audits).filter(
    ({ id, score }) => weightedAudits.has(id) && score !== null && score < 1,
  )
  const reasons = failedAudits.map(({ title, score, displayValue }) =>
    [title, displayValue, `(${Math.round((score ?? 0) * 100)})`].filter(Boolean).join(' '),
  )
  return [scores.join(', '), ...reasons].join('; ')
}
