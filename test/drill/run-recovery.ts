import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '../e2e/product.ts'
import { type ArchivedPostgres, startArchivedPostgres } from './archived-postgres.ts'
import { type Evidence, findFaults, findWrittenAfter, gatherEvidence, withoutFaults } from './evidence.ts'
import { type Confirmed, copyOf, startTraffic } from './traffic.ts'

/** How long members write before the moment, and after it, in ms. */
const writesMs = 15_000
const say = (line: string) => process.stdout.write(`${line}\n`)
const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`

/** Restores the database to the moment before a mistake, and returns whether nothing was lost. */
async function drill(folder: string): Promise<boolean> {
  say('Starting PostgreSQL with an archive, and the product ...')
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  const postgres = await startArchivedPostgres(folder)
  const site = () => startSite(postgres, folder)
  const product = await site()
  const traffic = await startTraffic(product.url)
  const backingUp = performance.now()
  postgres.runBlock('sh archive')
  const backupTook = secondsSince(backingUp)
  await wait(writesMs)

  await traffic.pause()
  const before = copyOf(traffic.confirmed)
  const moment = String(await postgres.ask('select clock_timestamp()::text'))
  traffic.resume()
  await wait(writesMs)
  await traffic.stop()
  const after = laterThan(before, traffic.confirmed)
  await postgres.ask('drop table votes cascade')
  await postgres.ask(`delete from prompts where title like 'Drill %'`)
  const isBroken = (await fetch(`${product.url}/api/prompts/${before.prompts[0]}`)).status !== 200
  say(`The moment is ${moment}. After it, members kept writing, and then somebody dropped a table and deleted prompts.`)

  const stopping = performance.now()
  await product.stop()
  postgres.stop()
  const restoring = performance.now()
  postgres.runBlock('sh recovery', { '2026-11-25 14:03:00+00': moment })
  const restoreTook = secondsSince(restoring)
  postgres.start()
  await postgres.recovered()
  const recovered = secondsSince(restoring)
  const restored = await site()
  const downtime = secondsSince(stopping)
  const evidence = await gatherEvidence(restored.url, before)
  const found = await findWrittenAfter(restored.url, after, before)
  const faults = await findFaults(postgres.url)
  await restored.stop()

  say(`\n${writeReport(evidence, after, found)}\n`)
  say(`| what | how long |\n| --- | --- |`)
  say(`| first backup, with ${postgres.archived()} files of the write-ahead log at the end | ${backupTook} |`)
  say(`| restore of the files | ${restoreTook} |`)
  say(`| restore until the database accepts writes | ${recovered} |`)
  say(`| downtime, from stopping the site to its first page | ${downtime} |\n`)
  say(faults ?? withoutFaults)
  const problems = [
    ...(isBroken ? [] : ['the mistake broke nothing, so the restore proves nothing']),
    ...Object.entries(evidence).flatMap(([kind, { confirmed, lost, twice }]) => [
      ...(confirmed === 0 ? [`${kind}: nothing was written before the moment`] : []),
      ...(lost + twice > 0 ? [`${kind}: ${lost} confirmed writes are lost, ${twice} happened twice`] : []),
    ]),
    ...Object.entries(found).flatMap(([kind, count]) =>
      count > 0 ? [`${kind}: ${count} later writes were found`] : [],
    ),
    ...(after.prompts.length * after.spends.length === 0 ? ['nothing was written after the moment'] : []),
    ...(faults ? ['doctor found problems'] : []),
  ]
  for (const problem of problems) say(`PROBLEM: ${problem}`)
  return problems.length === 0
}

function startSite({ url }: ArchivedPostgres, folder: string) {
  const data = join(folder, 'site')
  mkdirSync(data, { recursive: true })
  const payments = { PAYMENTS: 'sandbox', PAYMENTS_SANDBOX_UNSAFE: '1' }
  return startProduct({ DATABASE_URL: url, DATA_DIR: data, STARTER: 'on', PORT: '3000', ...payments })
}

/** The writes in `all` that aren't in `before`. */
function laterThan(before: Confirmed, all: Confirmed): Confirmed {
  return {
    spends: all.spends.slice(before.spends.length),
    votes: all.votes.slice(before.votes.length),
    prompts: all.prompts.slice(before.prompts.length),
    subscribers: all.subscribers.slice(before.subscribers.length),
  }
}

function writeReport(evidence: Evidence, after: Confirmed, found: Record<string, number>): string {
  const later: Record<string, string> = {
    credits: `${after.spends.length} | ${found.credits}`,
    votes: '– | –',
    prompts: `${after.prompts.length} | ${found.prompts}`,
    billing: `${after.subscribers.length} | ${found.billing}`,
  }
  const rows = Object.entries(evidence).map(
    ([kind, { confirmed, lost, twice }]) => `| ${kind} | ${confirmed} | ${lost} | ${twice} | ${later[kind]} |`,
  )
  return [
    '| writes | before the moment | lost | twice | after it | found |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

const [folder = ''] = process.argv.slice(2)
process.exit((await drill(folder)) ? 0 : 1)
