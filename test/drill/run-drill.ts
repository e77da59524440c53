import { setTimeout as wait } from 'node:timers/promises'
import { startCluster } from './cluster.ts'
import { findFaults, gatherEvidence } from './evidence.ts'
import { startFront } from './front.ts'
import { openNetwork } from './network.ts'
import { findProblems, type Outcome, summarize, writeReport } from './report.ts'
import { scenariosOf, staysMs } from './scenarios.ts'
import { startTraffic } from './traffic.ts'

/** How long members go on after a repair, in ms. */
const afterwardsMs = 3_000
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Runs scenarios, and says whether all was as it should be. Stops nothing: all of it ends with its namespaces. */
async function drill(folder: string, isShort: boolean, only: string): Promise<boolean> {
  say('Starting etcd, three PostgreSQL under Patroni, HAProxy, PgBouncer and two processes ...')
  const network = openNetwork()
  const cluster = await startCluster(network, folder)
  const front = await startFront(folder)
  const traffic = await startTraffic(front.url)
  const outcomes: Outcome[] = []
  const measure = async (name: string, fail: () => Promise<void>, repair: () => Promise<void>) => {
    const from = performance.now()
    await fail()
    await wait(isShort ? staysMs.short : staysMs.whole)
    await repair()
    await wait(afterwardsMs)
    const outcome = summarize(name, traffic.sent, [from, performance.now()])
    outcomes.push(outcome)
    say(JSON.stringify(outcome))
  }
  const nothing = async () => undefined
  if (!isShort) await measure('nothing, to compare', nothing, nothing)
  const scenarios = scenariosOf(cluster, network)
  for (const [name, { title, fail, repair }] of Object.entries(scenarios))
    if (only === 'all' || name === only) await measure(title, fail, repair)
  await traffic.stop()
  const evidence = await gatherEvidence(front.url, traffic.confirmed)
  const faults = await findFaults(front.directUrl)
  say(`\n${writeReport(outcomes, evidence)}\n`)
  say(faults ?? 'Every balance is the sum of its ledger, counters match a recount, payments gave their credits once.')
  const problems = [...findProblems(outcomes, evidence), ...(faults ? ['doctor found faults'] : [])]
  if (outcomes.length === 0) say(`There is no ${only}, only ${Object.keys(scenarios).join(', ')}.`)
  for (const problem of problems) say(`NOT AS IT SHOULD BE: ${problem}`)
  return problems.length === 0 && outcomes.length > 0
}

const [folder = '', length, only = 'all'] = process.argv.slice(2)
process.exit((await drill(folder, length === 'short', only)) ? 0 : 1)
