import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '#test/random.ts'
import { createConfirmedWrites } from './confirmed-writes.ts'
import { type Failure, inject, planFailures, possibleKinds } from './failures.ts'
import { checkInvariants, type Invariant } from './invariants.ts'
import { type Measurement, measureSite, startMeasuring } from './measurements.ts'
import { admin, type Site, startSite } from './site.ts'
import { type Person, register, type SoakContext, signIn } from './soak-context.ts'
import { startTraffic, type Traffic } from './traffic.ts'

/**
 * `ms` is the planned duration of the run, and `perSecond` is how many actions begin in a second. `hasOwnDisk` tells
 * whether `dataDir` is on a disk of its own, which a failure may fill.
 */
export type Options = {
  dataDir: string
  ms: number
  perSecond: number
  seed: number
  hasOwnDisk: boolean
  logFile: string
}

/**
 * The results of a run. `before` and `after` were measured while the site was idle, and `ms` is how long the traffic
 * between them lasted.
 */
export type Run = {
  options: Options
  startedAt: Date
  ms: number
  hasEndedEarly: boolean
  traffic: Traffic
  failures: Failure[]
  measurements: Measurement[]
  before: Measurement
  after: Measurement
  invariants: Invariant[]
}

/** How many members take part from the beginning. */
const memberCount = 40
/** How many of the site's prompts the actions use. */
const usedPromptCount = 100
/**
 * At the beginning and at the end of a run, no failures are injected for at least this share of it, or for `quietMaxMs`
 * if that is less.
 */
const quietShare = 0.1
const quietMaxMs = 600_000
/** Without traffic for this time (in ms), the site counts as idle: it has then closed its idle connections. */
const idleMs = 30_000
const measureEveryMs = 10_000
const interimReportCount = 12

/**
 * Runs the product under load with failures, and checks the invariants. Passes a line about each failure, and interim
 * reports, to `print`.
 */
export async function soak(options: Options, print: (line: string) => void): Promise<Run> {
  const { ms, perSecond, seed, dataDir, hasOwnDisk, logFile } = options
  const startedAt = new Date()
  const site = await startSite(dataDir, logFile)
  try {
    const context = await createContext(site, seed)
    const quietMs = Math.min(ms * quietShare, quietMaxMs)
    const warmUp = startTraffic(context, perSecond)
    await wait(quietMs)
    await warmUp.stop()
    await wait(idleMs)
    const before = await measureSite(site)

    const possible = possibleKinds({ hasOwnDisk, hasClock: site.clock !== null })
    const plan = planFailures(possible, ms - 3 * quietMs, seed)
    const traffic = startTraffic(context, perSecond)
    const measuring = startMeasuring(site, measureEveryMs)
    const failures: Failure[] = []
    const failuresStartedAt = Date.now()
    const random = randomFrom(seed + 1)
    const injection = injectAll(site, plan, random, failures, print)
    let hasEndedEarly = false
    for (let report = 1; report <= interimReportCount && !hasEndedEarly; report++) {
      const until = failuresStartedAt + ((ms - quietMs) * report) / interimReportCount
      while (Date.now() < until && !hasEndedEarly) {
        await wait(Math.min(1_000, Math.max(1, until - Date.now())))
        hasEndedEarly = site.hasEnded()
      }
      print(interimReport(traffic, failures, measuring.measurements.at(-1)))
    }
    await injection
    await traffic.stop()
    measuring.stop()
    const durationMs = Date.now() - failuresStartedAt
    await wait(idleMs)
    const after = await measureSite(site)
    const invariants = await checkInvariants(site, context.confirmed)
    return {
      options,
      startedAt,
      ms: durationMs,
      hasEndedEarly,
      traffic,
      failures,
      measurements: measuring.measurements,
      before,
      after,
      invariants,
    }
  } finally {
    await site.stop()
  }
}

async function createContext(site: Site, seed: number): Promise<SoakContext> {
  const random = randomFrom(seed)
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item
  const adminPerson: Person = { ...admin, id: '', cookie: '', isBusy: false, prompts: [], collections: [] }
  await signIn({ site }, adminPerson)
  const prompts = await site.query<{ id: string; slug: string }>(
    `select id, slug from prompts where status = 'published' order by id limit ${usedPromptCount}`,
  )
  const context = {
    site,
    confirmed: createConfirmedWrites(),
    people: [] as Person[],
    admin: adminPerson,
    prompts,
    random,
    pick,
  }
  for (let count = 0; count < memberCount; count++) {
    const { person, response } = await register(context)
    if (!person) throw new Error(`Registering failed: ${response.status} ${response.text}`)
    context.people.push(person)
  }
  return context
}

async function injectAll(
  site: Site,
  plan: ReturnType<typeof planFailures>,
  random: () => number,
  failures: Failure[],
  print: (line: string) => void,
): Promise<void> {
  const startedAt = Date.now()
  for (const { kind, atMs } of plan) {
    await wait(Math.max(0, startedAt + atMs - Date.now()))
    if (site.hasEnded()) return
    const failure = await inject(site, kind, random)
    failures.push(failure)
    const { unavailableMs, recoveryMs } = failure
    const recovery = recoveryMs === null ? 'NOT RECOVERED' : `ready ${recoveryMs} ms after its end`
    print(`${new Date().toISOString()} ${kind}: no writes for ${unavailableMs} ms, ${recovery}`)
  }
}

function interimReport({ ended, skipped }: Traffic, failures: Failure[], measurement: Measurement | undefined): string {
  const count = (kind: string) => ended.filter((action) => action.kind === kind).length
  const memory = Object.values(measurement?.memory ?? {})
    .map(Math.round)
    .join(' + ')
  const usage = `${memory} MB, ${measurement?.files} files, ${measurement?.connections} connections`
  const actions = `${ended.length} actions, ${count('unavailable')} unavailable, ${count('wrong')} wrong, ${skipped()} skipped`
  return `${new Date().toISOString()} ${actions}; ${failures.length} failures injected; ${usage}`
}
