import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import type { OpenDatabase } from '#server/database.ts'
import { type Figure, measureApi } from './bench-api.ts'
import { pageTimes } from './bench-rendering.ts'
import { generatePrompts } from './generate-prompts.ts'
import { memoryOf } from './processes.ts'
import type { Source } from './prompt-sources.ts'
import { percentiles, printTable } from './report.ts'

const homeRounds = 30

/** Lists and detail at the largest size may cost so many times what they cost at the smallest. */
const flatness = 1.3

/** Asks the same questions at growing sizes. What is in the database already counts; sizes below that are left out. */
export async function benchScale({ db, pool }: OpenDatabase, sizes: number[], sources: Source[]): Promise<void> {
  const columns: string[] = []
  const measured: Figure[][] = []
  const rates: string[] = []
  const memory: string[] = []
  for (const size of sizes) {
    const from = await countPrompts(db, 'all')
    if (from > size) continue
    const told = (stored: number) => stored % 50_000 === 0 && console.error(`${stored} prompts`)
    const ms = await generatePrompts(db, size, { sources, from, told })
    await tidy(pool)
    columns.push(size.toLocaleString('en-US'))
    rates.push(from === size ? 'there already' : `${Math.round(((size - from) * 1000) / ms)} a second`)
    const home = { what: 'home page rendered anew', ...percentiles(await pageTimes(db, '/', homeRounds)) }
    measured.push([...(await measureApi(db)), home])
    memory.push(`${Math.round(memoryOf(process.pid))} MB`)
  }
  const rows = (measured[0] ?? []).map(({ what, p50 }, line) => {
    const across = measured.map((figures) => figures[line] as Figure)
    const growth = (across.at(-1)?.p50 ?? Number.NaN) / p50
    const cells = across.map((figure) => `${figure.p50.toFixed(1)} ms, ${figure.p95.toFixed(1)} ms`)
    return [what, ...cells, `${growth.toFixed(2)}${growth > flatness ? ' (not flat)' : ''}`]
  })
  printTable(
    ['p50 and p95', ...columns, 'growth of p50'],
    [...rows, ['store prompts', ...rates, ''], ['memory, with an embedded database', ...memory, '']],
  )
}

/** What autovacuum would do in its time: figures right after filling would speak of stale statistics. */
export async function tidy(pool: OpenDatabase['pool']): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('vacuum analyze')
  } finally {
    // Not given back: its timeout is off.
    client.release(true)
  }
}
