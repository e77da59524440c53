import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { atMost, percentiles, type Row } from './report.ts'

/**
 * After this many pages of a kind, V8 has optimized the code. In a process that has just started, a page costs two to
 * three times as much.
 */
const warmUps = 200
const rounds = 15
/** How many pages of a kind a process renders in each round. */
const pagesPerRound = 20
const promptCount = 2_000
/** How much of the CPU time of another commit a page may take. */
const shareOfOther = 0.5

const pageKinds = ['home', 'list', 'prompt'] as const
export type PageKind = (typeof pageKinds)[number]
/** Asks a process (page-process.ts) to render this many pages of a kind. */
export type RenderPages = { kind: PageKind; count: number }
/** What one page took and has on average. */
export type RenderedPages = { cpuMs: number; bytes: number; compressed: number }

type Options = {
  /** The folder of another commit's checkout with its packages, to compare with. */
  against?: string
  csv?: string
}

/**
 * Measures the CPU time of whole pages, from the request to the compressed bytes: home and lists after a prompt was
 * published, and the pages of prompts that nobody has opened before. With `against`, another commit's checkout renders
 * the same pages in the same rounds, in random order, because only ratios within one run can be trusted.
 */
export async function benchRendering({ against, csv }: Options): Promise<Row[]> {
  const checkouts = [process.cwd(), ...(against ? [against] : [])]
  const processes: ChildProcess[] = []
  try {
    for (const checkout of checkouts) processes.push(await startPages(checkout, csv))
    const rows: Row[] = []
    for (const kind of pageKinds) {
      for (const process of processes) await renderIn(process, { kind, count: warmUps })
      const results: RenderedPages[][] = processes.map(() => [])
      for (let round = 0; round < rounds; round++) {
        const order = Math.random() < 0.5 ? processes : processes.toReversed()
        for (const process of order)
          results[processes.indexOf(process)]?.push(await renderIn(process, { kind, count: pagesPerRound }))
      }
      rows.push(...toRows(kind, results))
    }
    return rows
  } finally {
    for (const process of processes) process.send('end')
  }
}

function toRows(kind: PageKind, [own = [], other]: RenderedPages[][]): Row[] {
  const median = (results: RenderedPages[], what: keyof RenderedPages) =>
    percentiles(results.map((result) => result[what])).p50
  const figure = (results: RenderedPages[]) =>
    `${median(results, 'cpuMs').toFixed(2)} ms CPU, ${Math.round(median(results, 'compressed'))} bytes (${Math.round(median(results, 'bytes'))} uncompressed)`
  if (!other) return [[kind, figure(own)]]
  const ratio = percentiles(own.map(({ cpuMs }, round) => cpuMs / (other[round]?.cpuMs ?? Number.NaN))).p50
  return [
    [kind, `${figure(own)}, ${ratio.toFixed(2)} times as long`, atMost(shareOfOther, ratio, 'times')],
    [`${kind}, the other commit`, figure(other)],
  ]
}

async function startPages(checkout: string, csv?: string): Promise<ChildProcess> {
  const args = ['--checkout', checkout, '--prompts', String(promptCount), ...(csv ? ['--csv', csv] : [])]
  const child = fork(join(import.meta.dirname, 'page-process.ts'), args, {
    cwd: checkout,
    execArgv: ['--max-semi-space-size=16'],
  })
  await once(child, 'message')
  return child
}

async function renderIn(child: ChildProcess, request: RenderPages): Promise<RenderedPages> {
  child.send(request)
  const [answer] = await once(child, 'message')
  return answer as RenderedPages
}
