import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../../test/load/random.ts'
import { type Failure, inject, planFailures, possibleKinds } from './failures.ts'
import { checkLaws, type Law } from './laws.ts'
import { createPromises } from './promises.ts'
import { type Sample, startSampling, takeSample } from './samples.ts'
import { admin, type Site, startSite } from './site.ts'
import { startTraffic, type Traffic } from './traffic.ts'
import { type Person, register, signIn, type World } from './world.ts'

export type Options = {
  dataDir: string
  ms: number
  perSecond: number
  seed: number
  hasOwnDisk: boolean
  logFile: string
}

/** What a run was and found. `before`, `after`: at rest. */
export type Run = {
  options: Options
  startedAt: Date
  ms: number
  endedEarly: boolean
  traffic: Traffic
  failures: Failure[]
  samples: Sample[]
  before: Sample
  after: Sample
  laws: Law[]
}

const people = 40
/** How many prompts people visit, vote on and copy. */
const shownPrompts = 100
/** Without failures: this share of the run at its begin, and this at its end, up to some minutes. */
const quietShare = 0.1
const quietMaxMs = 600_000
/** Longer than idle connections to the database and to clients stay open. */
const restMs = 30_000
const sampleMs = 10_000
const reports = 12

/** Runs the product under load with failures, and checks the laws. `say`: gets a line from time to time. */
export async function soak(options: Options, say: (line: string) => void): Promise<Run> {
  const { ms, perSecond, seed, dataDir, hasOwnDisk, logFile } = options
  const startedAt = new Date()
  const site = await startSite(dataDir, logFile)
  try {
    const world = await createWorld(site, seed)
    const quietMs = Math.min(ms * quietShare, quietMaxMs)
    const warmUp = startTraffic(world, perSecond)
    await wait(quietMs)
    await warmUp.stop()
    await wait(restMs)
    const before = await takeSample(site)

    const possible = possibleKinds({ hasOwnDisk, hasClock: site.clock !== null })
    const plan = planFailures(possible, ms - 3 * quietMs, seed)
    const traffic = startTraffic(world, perSecond)
    const sampling = startSampling(site, sampleMs)
    const failures: Failure[] = []
    const begun = Date.now()
    const random = randomFrom(seed + 1)
    const injecting = injectAll(site, plan, random, failures, say)
    let endedEarly = false
    for (let report = 1; report <= reports && !endedEarly; report++) {
      const until = begun + ((ms - quietMs) * report) / reports
      while (Date.now() < until && !endedEarly) {
        await wait(Math.min(1_000, Math.max(1, until - Date.now())))
        endedEarly = site.hasEnded()
      }
      say(interim(traffic, failures, sampling.samples.at(-1)))
    }
    await injecting
    await traffic.stop()
    sampling.stop()
    const lasted = Date.now() - startedAt.getTime()
    await wait(restMs)
    const after = await takeSample(site)
    const laws = await checkLaws(site, world.promises)
    return {
      options,
      startedAt,
      ms: lasted,
      endedEarly,
      traffic,
      failures,
      samples: sampling.samples,
      before,
      after,
      laws,
    }
  } finally {
    await site.stop()
  }
}

async function createWorld(site: Site, seed: number): Promise<World> {
  const random = randomFrom(seed)
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item
  const boss: Person = { ...admin, id: '', cookie: '', busy: false, prompts: [], collections: [] }
  await signIn({ site }, boss)
  const slugs = await site.query<{ id: string; slug: string }>(
    `select id, slug from prompts where status = 'published' order by id limit ${shownPrompts}`,
  )
  const world = { site, promises: createPromises(), people: [] as Person[], admin: boss, slugs, random, pick }
  for (let count = 0; count < people; count++) {
    const { person, answer } = await register(world)
    if (!person) throw new Error(`Nobody can register: ${answer.status} ${answer.text}`)
    world.people.push(person)
  }
  return world
}

async function injectAll(
  site: Site,
  plan: ReturnType<typeof planFailures>,
  random: () => number,
  failures: Failure[],
  say: (line: string) => void,
): Promise<void> {
  const begun = Date.now()
  for (const { kind, atMs } of plan) {
    await wait(Math.max(0, begun + atMs - Date.now()))
    if (site.hasEnded()) return
    const failure = await inject(site, kind, random)
    failures.push(failure)
    const { awayMs, recoveryMs } = failure
    const again = recoveryMs === null ? 'NOT READY AGAIN' : `ready ${recoveryMs} ms after it was over`
    say(`${new Date().toISOString()} ${kind}: no writes for ${awayMs} ms, ${again}`)
  }
}

function interim({ ended, leftOut }: Traffic, failures: Failure[], sample: Sample | undefined): string {
  const count = (kind: string) => ended.filter((act) => act.kind === kind).length
  const memory = Object.values(sample?.memory ?? {})
    .map(Math.round)
    .join(' + ')
  const held = `${memory} MB, ${sample?.files} files, ${sample?.connections} connections`
  const acts = `${ended.length} acts, ${count('away')} without an answer, ${count('wrong')} wrong, ${leftOut()} left out`
  return `${new Date().toISOString()} ${acts}; ${failures.length} failures; ${held}`
}
