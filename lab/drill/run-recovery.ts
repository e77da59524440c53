import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startBuiltSite } from '#test/e2e/product.ts'
import { type ArchivedPostgres, startArchivedPostgres } from './archived-postgres.ts'
import { countLaterWrites, type Evidence, findDoctorProblems, gatherEvidence, noProblemsMessage } from './evidence.ts'
import { findWrongWrites } from './report.ts'
import { copyOf, type RecordedWrites, startTraffic } from './traffic.ts'

/** How long members write before and after the moment to which the drill restores the database, in ms. */
const writesMs = 15_000
const print = (line: string) => process.stdout.write(`${line}\n`)
const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`

/**
 * Restores the database to the moment before a mistake, with the commands in `docs/operations/backup.md`. This moment replaces
 * the one in the commands. Returns true if no problem was found.
 */
async function drill(folder: string): Promise<boolean> {
  print('Starting PostgreSQL with an archive, and the product ...')
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  const postgres = await startArchivedPostgres(folder)
  const start = () => startSite(postgres, folder)
  const product = await start()
  const traffic = await startTraffic(product.url)
  const backupStartedAt = performance.now()
  postgres.runBlock('sh archive')
  const backupTime = secondsSince(backupStartedAt)
  await wait(writesMs)

  await traffic.pause()
  const before = copyOf(traffic.writes)
  const moment = String(await postgres.queryValue('select clock_timestamp()::text'))
  traffic.resume()
  await wait(writesMs)
  await traffic.stop()
  const after = writesAfter(before, traffic.writes)
  await postgres.queryValue('drop table votes cascade')
  await postgres.queryValue(`delete from prompts where title like 'Drill %'`)
  const isBroken = (await fetch(`${product.url}/api/prompts/${before.prompts[0]}`)).status !== 200
  print(`The moment is ${moment}. Members kept writing after it. Then the drill dropped a table and deleted prompts.`)

  const stopStartedAt = performance.now()
  await product.stop()
  postgres.stop()
  const restoreStartedAt = performance.now()
  postgres.runBlock('sh recovery', { '2026-11-25 14:03:00+00': moment })
  const restoreTime = secondsSince(restoreStartedAt)
  postgres.start()
  await postgres.waitUntilRecovered()
  const recoveryTime = secondsSince(restoreStartedAt)
  const restoredSite = await start()
  const downtime = secondsSince(stopStartedAt)
  const evidence = await gatherEvidence(restoredSite.url, before)
  const foundLater = await countLaterWrites(restoredSite.url, after, before)
  const doctorProblems = await findDoctorProblems(postgres.url)
  await restoredSite.stop()

  print(`\n${formatRecoveryReport(evidence, after, foundLater)}\n`)
  print(`| what | how long |\n| --- | --- |`)
  const archivedFiles = `${postgres.countArchivedFiles()} files of the write-ahead log`
  print(`| first backup (at the end of the drill, the archive has ${archivedFiles}) | ${backupTime} |`)
  print(`| restore of the files | ${restoreTime} |`)
  print(`| restore until the database accepts writes | ${recoveryTime} |`)
  print(`| downtime, from stopping the site to its first page | ${downtime} |\n`)
  print(doctorProblems ?? noProblemsMessage)
  const problems = [
    ...(isBroken ? [] : ['the mistake broke nothing, so the restore proves nothing']),
    ...Object.entries(evidence).flatMap(([kind, { confirmed }]) =>
      confirmed === 0 ? [`${kind}: nothing was written before the moment`] : [],
    ),
    ...findWrongWrites(evidence),
    ...Object.entries(foundLater).flatMap(([kind, count]) =>
      count > 0 ? [`${kind}: ${count} later writes were found`] : [],
    ),
    ...(after.prompts.length * after.spends.length === 0 ? ['nothing was written after the moment'] : []),
    ...(doctorProblems ? ['doctor found problems'] : []),
  ]
  for (const problem of problems) print(`PROBLEM: ${problem}`)
  return problems.length === 0
}

function startSite({ url }: ArchivedPostgres, folder: string) {
  const data = join(folder, 'site')
  mkdirSync(data, { recursive: true })
  const payments = { PAYMENTS: 'sandbox', PAYMENTS_SANDBOX_UNSAFE: '1' }
  return startBuiltSite({ DATABASE_URL: url, DATA_DIR: data, STARTER: 'on', PORT: '3000', ...payments })
}

/** Returns the writes in `all` that aren't in `before`. */
function writesAfter(before: RecordedWrites, all: RecordedWrites): RecordedWrites {
  return {
    spends: all.spends.slice(before.spends.length),
    votes: all.votes.slice(before.votes.length),
    prompts: all.prompts.slice(before.prompts.length),
    subscribers: all.subscribers.slice(before.subscribers.length),
  }
}

function formatRecoveryReport(evidence: Evidence, after: RecordedWrites, foundLater: Record<string, number>): string {
  const later: Record<string, string> = {
    credits: `${after.spends.length} | ${foundLater.credits}`,
    votes: '– | –',
    prompts: `${after.prompts.length} | ${foundLater.prompts}`,
    billing: `${after.subscribers.length} | ${foundLater.billing}`,
  }
  const rows = Object.entries(evidence).map(
    ([kind, { confirmed, lost, twice }]) => `| ${kind} | ${confirmed} | ${lost} | ${twice ?? '–'} | ${later[kind]} |`,
  )
  return [
    '| writes | before the moment | of these lost | of these stored twice | after the moment | of these found |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

const [folder = ''] = process.argv.slice(2)
process.exit((await drill(folder)) ? 0 : 1)
