import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createSentenceSearch } from '#features/embeddings/server/create-sentence-search.ts'
import { embedWaiting } from '#features/embeddings/server/embed-prompts.ts'
import { loadSentenceModel } from '#features/embeddings/server/sentence-model.ts'
import type { SearchResults } from '#features/search/contract.ts'
import type { Api } from '#platform/api.ts'
import { openPool } from '#platform/database/db.ts'
import { createApp } from '#server/app.ts'
import { renewConnections } from '#server/database/database.ts'
import { migrate } from '#server/database/migrations.ts'
import { runCli } from '#test/cli.ts'
import { connectionTo, createDatabase, openServer, run } from '#test/postgres.ts'
import { createTestServices } from '#test/test-services.ts'
import { printTable } from '../load/report.ts'
import { type FoundTitles, isSuccess, type JudgedSearch, mean, ndcg } from './measures.ts'

/**
 * `npm run search-quality -- FILE`: imports a file into a separate database, runs the judged searches, and prints
 * success@3 and nDCG@10 (`measures.ts`) for each kind of search.
 *   --judged FILE   use judged searches other than lab/search/judged-searches.json
 *   --part PART     which searches to run: tuned (used for tuning), held-out (not used for it), or all (the default)
 *   --misses        also print the searches that failed, with what they found
 *   --words         search by words alone, as with SENTENCE_SEARCH=off
 * TEST_DATABASE_URL: use the PostgreSQL server at this URL instead of an embedded one.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    judged: { type: 'string', default: join(import.meta.dirname, 'judged-searches.json') },
    part: { type: 'string', default: 'all' },
    misses: { type: 'boolean', default: false },
    words: { type: 'boolean', default: false },
  },
})
const [csv] = positionals
if (!csv) throw new Error('Which file of prompts? npm run search-quality -- prompts.csv')
const searches = (JSON.parse(await readFile(values.judged, 'utf8')) as JudgedSearch[]).filter(
  ({ heldOut = false }) => values.part === 'all' || heldOut === (values.part === 'held-out'),
)

const server = await openServer()
const name = `promptarium_search_quality_${process.pid}`
await createDatabase(server.connection, name)
const { db, pool } = openPool(connectionTo(server.connection, name), console.error)
try {
  await migrate(db)
  await renewConnections(pool)
  const { status, stderr } = await runCli(['import', csv], connectionTo(server.connection, name))
  if (status !== 0) throw new Error(`The import failed: ${stderr}`)
  const sentenceSearch = createSentenceSearch(db, console, values.words ? 'off' : 'on', {
    waits: { loading: 60_000, answer: 60_000 },
  })
  if (!values.words) await embedAll()
  await sentenceSearch.start()
  await report(createApp({ ...createTestServices(db), db, findSimilar: sentenceSearch.findSimilar }))
  await sentenceSearch.close()
} finally {
  await db.destroy()
  await run(server.connection, `drop database ${name}`)
  await server.close()
}

/** Computes the embeddings of all prompts, without the pauses that the server makes. */
async function embedAll(): Promise<void> {
  const encode = loadSentenceModel()
  await embedWaiting(db, async (text) => encode(text))
}

async function report(app: Api): Promise<void> {
  const results: { search: JudgedSearch; found: FoundTitles }[] = []
  for (const search of searches) results.push({ search, found: await runSearch(app, search.query) })
  const kinds = [...new Set(searches.map(({ kind }) => kind))]
  const line = (label: string, rows: typeof results) => {
    const gains = rows.flatMap(({ search, found }) => ndcg(search, found) ?? [])
    const success = mean(rows.map(({ search, found }) => Number(isSuccess(search, found))))
    return [label, `${rows.length}`, success.toFixed(2), gains.length > 0 ? mean(gains).toFixed(2) : '']
  }
  const lines = kinds.map((kind) =>
    line(
      kind,
      results.filter(({ search }) => search.kind === kind),
    ),
  )
  printTable(['kind', 'searches', 'success@3', 'nDCG@10'], [...lines, line('all', results)])
  if (!values.misses) return
  for (const { search, found } of results.filter(({ search, found }) => !isSuccess(search, found))) {
    console.log(`\n${search.kind}: ${search.query} (${found.total})\n  ${found.titles.slice(0, 5).join('\n  ')}`)
  }
}

async function runSearch(app: Api, query: string): Promise<FoundTitles> {
  const response = await app.request(`/api/search?${new URLSearchParams({ q: query, type: 'prompts' })}`)
  if (response.status !== 200) throw new Error(`“${query}” returned ${response.status}.`)
  const { prompts } = (await response.json()) as SearchResults
  return { titles: prompts.items.map(({ title }) => title.trim()), total: prompts.total }
}
