import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openPool } from '#platform/database/db.ts'
import { type Product, startBuiltSite } from '#test/e2e/product.ts'
import { findBlock } from '#test/operations-blocks.ts'
import { generatePrompts } from '../load/generate-prompts.ts'
import { addMembers, signInMany } from '../load/members.ts'
import { makeSources } from '../load/prompt-sources.ts'
import { startProgram, waitFor } from './programs.ts'
import { startStandbys } from './standbys.ts'

/** The addresses and the token in the example of `docs/operations/scale.md`. */
const siteUrl = 'http://127.0.0.1:3000'
const cacheUrl = 'http://127.0.0.1:6081'
const purgeUrl = 'http://:another-long-random-text@127.0.0.1:6081/'
const promptCount = { short: 300, whole: 5_000 }
const editCount = 25
/** For how long the site is down, in ms: longer than Varnish needs to notice, and than a page may be cached. */
const downMs = { short: 8_000, whole: 45_000 }
/** For how long a page may be older than a confirmed change, in ms. Purges that fail are repeated every two seconds. */
const staleMs = 5_000
const readers = 8
const languages = ['', '/de']

const print = (line: string) => process.stdout.write(`${line}\n`)
const problems: string[] = []
const rows: string[] = []

/** What readers got: `slowestMs` until the whole answer, `failed` the answers that weren't 200. */
type Reads = { requests: number; failed: number; slowestMs: number }

/** Has several readers request these paths through the cache, each path once. */
async function readAll(paths: string[]): Promise<Reads> {
  const reads = { requests: 0, failed: 0, slowestMs: 0 }
  const left = [...paths]
  const readNext = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const start = performance.now()
      const { status } = await read(path)
      reads.requests++
      if (status !== 200) reads.failed++
      reads.slowestMs = Math.max(reads.slowestMs, performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: readers }, readNext))
  return reads
}

/** Longer than the site takes to purge the keys of a change a second time (cache-purge.ts), in ms. */
const repeatedPurgeMs = 5_000

/** How many requests were sent, so that each comes from another network: limits count each network's. */
let sentCount = 0

async function read(path: string): Promise<{ status: number; text: string }> {
  sentCount++
  const network = `198.${18 + ((sentCount >> 16) & 1)}.${(sentCount >> 8) & 255}.${sentCount & 255}`
  const response = await fetch(cacheUrl + path, { headers: { 'x-forwarded-for': network } })
  return { status: response.status, text: await response.text() }
}

/** Returns how many requests Varnish has got and how many it has sent to the site since it started. */
function countRequests(folder: string): { got: number; sent: number } {
  const output = execFileSync('varnishstat', ['-n', join(folder, 'varnish'), '-1', '-j'], { encoding: 'utf8' })
  const { counters } = JSON.parse(output) as { counters: Record<string, { value: number }> }
  return { got: counters['MAIN.client_req']?.value ?? 0, sent: counters['MAIN.backend_req']?.value ?? 0 }
}

/** Runs a part of the drill, and adds its row to the table. */
async function measure(name: string, folder: string, run: () => Promise<Reads>): Promise<void> {
  const before = countRequests(folder)
  const { requests, failed, slowestMs } = await run()
  const after = countRequests(folder)
  const [got, sent] = [after.got - before.got, after.sent - before.sent]
  const hits = `${((1 - sent / got) * 100).toFixed(1)} %`
  rows.push(`| ${[name, requests, failed, `${(slowestMs / 1000).toFixed(2)} s`, sent, hits].join(' | ')} |`)
  print(rows.at(-1) ?? '')
  if (failed > 0) problems.push(`${name}: ${failed} of ${requests} requests failed`)
}

/**
 * Edits prompts, and reads each through the cache, in each language, until it has the new text: at once, unless the
 * cache was too slow to confirm that it dropped the page.
 */
async function editAndRead(slugs: string[], cookie: string): Promise<Reads> {
  const reads = { requests: 0, failed: 0, slowestMs: 0 }
  for (const [index, slug] of slugs.entries()) {
    const description = `A description that is new, number ${index}.`
    const response = await fetch(`${siteUrl}/api/prompts/${slug}`, {
      method: 'PATCH',
      headers: { cookie, origin: siteUrl, 'content-type': 'application/json' },
      body: JSON.stringify({ description }),
    })
    if (!response.ok) throw new Error(`Editing ${slug} failed: ${response.status} ${await response.text()}`)
    for (const language of languages) {
      const start = performance.now()
      const isNew = async () => (await read(`${language}/prompt/${slug}`)).text.includes(description)
      while (!(await isNew()) && performance.now() - start < staleMs) await wait(100)
      reads.requests++
      if (performance.now() - start >= staleMs) reads.failed++
      reads.slowestMs = Math.max(reads.slowestMs, performance.now() - start)
    }
  }
  return reads
}

/**
 * Runs the product behind Varnish, configured as `docs/operations/scale.md` describes: a crawler reads all pages once,
 * readers read them again, members change prompts, and the site dies. Returns true if no problem was found.
 */
async function drill(folder: string, length: 'short' | 'whole'): Promise<boolean> {
  print('Starting PostgreSQL, the product, and Varnish ...')
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  const { url } = await startStandbys(folder, 0)
  const data = join(folder, 'site')
  mkdirSync(data)
  const start = (): Promise<Product> =>
    startBuiltSite({
      ...{ DATABASE_URL: url, DATA_DIR: data, STARTER: 'on', LANGUAGES: 'en,de', RATE_LIMITS: 'on' },
      ...{ PORT: '3000', TRUST_PROXY: '127.0.0.1', CACHE_PURGE_URL: purgeUrl },
    })
  let site = await start()
  const { slugs, cookie } = await fillSite(url, promptCount[length])
  await site.stop()
  site = await start()
  startVarnish(folder)
  await waitFor('Varnish', async () => (await read('/')).status === 200)

  const paths = slugs.flatMap((slug) => languages.map((language) => `${language}/prompt/${slug}`))
  await measure('each page is read once', folder, () => readAll(paths))
  const often = paths.slice(0, 200)
  await measure('200 pages are read ten times', folder, () => readAll(Array.from({ length: 10 }, () => often).flat()))
  await measure('prompts change, and are read', folder, () => editAndRead(slugs.slice(-editCount), cookie))
  // A page that a change dropped isn't in the cache until somebody reads it: what was removed must not come back.
  // It is dropped twice, and a page that is read between isn't there either.
  await measure('what changes dropped is read again', folder, async () => {
    await wait(repeatedPurgeMs)
    return readAll(often)
  })
  process.kill(site.pid, 'SIGKILL')
  await measure('the site is killed, and stays down', folder, async () => {
    const total = { requests: 0, failed: 0, slowestMs: 0 }
    for (const deadline = Date.now() + downMs[length]; Date.now() < deadline; await wait(200)) {
      const reads = await readAll(often.slice(0, 40))
      total.requests += reads.requests
      total.failed += reads.failed
      total.slowestMs = Math.max(total.slowestMs, reads.slowestMs)
    }
    return total
  })
  site = await start()
  await waitFor('The page after the restart', async () => (await read('/search?q=new')).status === 200)
  await measure('it runs again, and prompts change', folder, () => editAndRead(slugs.slice(0, editCount), cookie))
  print(`\n${[...head, ...rows].join('\n')}\n`)
  if (problems.length > 0) print(site.output())
  for (const problem of problems) print(`PROBLEM: ${problem}`)
  return problems.length === 0
}

const head = [
  '| what happens | requests | failed | slowest | reached the site | answered by Varnish |',
  '| --- | --- | --- | --- | --- | --- |',
]

/** Adds prompts, all by one member. Returns the slugs of these prompts, and the member's cookie. */
async function fillSite(url: string, count: number): Promise<{ slugs: string[]; cookie: string }> {
  const { db } = openPool({ connectionString: url }, () => undefined)
  const [author] = await addMembers(db, 1)
  if (!author) throw new Error('No member was added.')
  await generatePrompts(db, count, { sources: makeSources() })
  const { rows: prompts } = await sql<{ slug: string }>`
    update prompts set user_id = ${author.id} where id in (select id from prompts order by id desc limit ${count})
    returning slug`.execute(db)
  const [cookie = ''] = await signInMany(db, [author])
  await db.destroy()
  return { slugs: prompts.map(({ slug }) => slug), cookie }
}

function startVarnish(folder: string): void {
  const file = join(folder, 'site.vcl')
  writeFileSync(file, findBlock('vcl'))
  chmodSync(folder, 0o755)
  const args = [
    '-F',
    '-n',
    join(folder, 'varnish'),
    '-a',
    '127.0.0.1:6081',
    '-f',
    file,
    '-s',
    'malloc,256m',
    '-j',
    'none',
  ]
  startProgram(['varnishd', ...args], join(folder, 'varnish.log'))
}

const [folder = '', length] = process.argv.slice(2)
process.exit((await drill(folder, length === 'short' ? 'short' : 'whole')) ? 0 : 1)
