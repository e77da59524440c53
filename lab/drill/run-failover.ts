import { setTimeout as wait } from 'node:timers/promises'
import { startCluster } from './cluster.ts'
import { findDoctorProblems, gatherEvidence, noProblemsMessage } from './evidence.ts'
import { openNetwork } from './network.ts'
import { findProblems, formatReport, type Outcome, summarize } from './report.ts'
import { failureMs, scenarioNames, scenariosOf } from './scenarios.ts'
import { startSite } from './site.ts'
import { startTraffic } from './traffic.ts'

/** How long the traffic continues after each repair, in ms. */
const afterwardsMs = 3_000
const print = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Runs the scenario with the name `only`, or every scenario if `only` is `all`. Returns true if no problem was found.
 * Doesn't stop the programs that it starts: they end with the PID namespace in which lab/drill/drill.ts runs this file.
 */
async function drill(folder: string, isShort: boolean, only: string): Promise<boolean> {
  print(
    'Starting etcd, three PostgreSQL servers under Patroni, HAProxy, PgBouncer and two processes of the product ...',
  )
  const network = openNetwork()
  const cluster = await startCluster(network, folder)
  const site = await startSite(folder)
  const traffic = await startTraffic(site.url)
  const outcomes: Outcome[] = []
  const measure = async (name: string, fail: () => Promise<void>, repair: () => Promise<void>) => {
    const from = performance.now()
    await fail()
    await wait(isShort ? failureMs.short : failureMs.whole)
    await repair()
    await wait(afterwardsMs)
    const outcome = summarize(name, traffic.sent, [from, performance.now()])
    outcomes.push(outcome)
    print(JSON.stringify(outcome))
  }
  const doNothing = async () => undefined
  if (!isShort) await measure('nothing, for comparison', doNothing, doNothing)
  const scenarios = scenariosOf(cluster, network)
  for (const name of scenarioNames) {
    const { title, fail, repair } = scenarios[name]
    if (only === 'all' || name === only) await measure(title, fail, repair)
  }
  await traffic.stop()
  const evidence = await gatherEvidence(site.url, traffic.writes)
  const doctorProblems = await findDoctorProblems(site.directUrl)
  print(`\n${formatReport(outcomes, evidence)}\n`)
  print(doctorProblems ?? noProblemsMessage)
  const problems = [...findProblems(outcomes, evidence), ...(doctorProblems ? ['doctor found problems'] : [])]
  for (const problem of problems) print(`PROBLEM: ${problem}`)
  return problems.length === 0
}

const [folder = '', length, only = 'all'] = process.argv.slice(2)
process.exit((await drill(folder, length === 'short', only)) ? 0 : 1)
