import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '#test/random.ts'
import { send } from '../load/send.ts'
import { findPostgres, type Site } from './site.ts'

/**
 * An injected failure. Requests may fail between `from` and `to` (in ms since 1970); if `affectsOnlyModels` is set, only
 * those that ask models. The site couldn't write for `unavailableMs` in all, and could again `recoveryMs` after the
 * failure's end (null: it didn't recover).
 */
export type Failure = {
  kind: Kind
  affectsOnlyModels: boolean
  from: number
  to: number
  unavailableMs: number
  recoveryMs: number | null
}

/** Written again and again to fill the disk. */
const block = Buffer.alloc(4 * 1024 * 1024)
/** How long each of these failures lasts, in ms: a full disk, a vendor that hangs, a clock that jumped. */
const fullMs = 15_000
const hangMs = 45_000
const jumpMs = 20_000
/** How far the clock may jump, in seconds. A webhook's signature is valid for less than 600 seconds. */
const jumps = [-600, -90, 90, 600]
/** A request may still fail if it begins less than this time (in ms) after the site has recovered. */
const aftereffectMs = 10_000
/** The usual time between failures, in ms. It is less in a short run, so that each kind of failure occurs. */
const everyMs = 200_000
const recoveryMaxMs = 180_000
/** The site counts as recovered when it has been ready for this time, in ms. */
const steadyMs = 3_000
const checkMs = 100

const kinds = {
  /** Kills PostgreSQL, as the kernel does when memory runs out. */
  'database killed': async ({ dataDir }: Site) => void process.kill((await findPostgres(dataDir)).pid, 'SIGKILL'),
  /** Stops PostgreSQL, as for an upgrade. The product restarts it. */
  'database restarted': async ({ dataDir }: Site) => void process.kill((await findPostgres(dataDir)).pid, 'SIGINT'),
  /** Makes a vendor accept requests and never respond. */
  'vendor hangs': async ({ vendorState }: Site) => {
    vendorState.hangs = true
    await wait(hangMs).finally(() => {
      vendorState.hangs = false
    })
  },
  /** Fills the disk that holds the database and all other files. */
  'disk full': async ({ dataDir }: Site) => {
    const filler = join(dataDir, 'filler')
    const until = Date.now() + fullMs
    try {
      while (Date.now() < until) await appendFile(filler, block).catch(() => wait(200))
    } finally {
      await rm(filler, { force: true })
    }
  },
  /** Makes the clock jump, and later jump back. */
  'clock jumps': async ({ clock }: Site, random: () => number) => {
    await clock?.set(jumps[Math.floor(random() * jumps.length)] as number)
    await wait(jumpMs)
    await clock?.set(0)
    await wait(2_000)
  },
  /** Kills the newest worker. The memory of the other worker can then be measured over the whole run. */
  'worker killed': async ({ processes }: Site) => void process.kill((await processes()).at(-1) as number, 'SIGKILL'),
}
type Kind = keyof typeof kinds

/** Returns the kinds of failures that can be injected on this machine. */
export function possibleKinds({ hasOwnDisk, hasClock }: { hasOwnDisk: boolean; hasClock: boolean }): Kind[] {
  const missing: Partial<Record<Kind, boolean>> = { 'disk full': !hasOwnDisk, 'clock jumps': !hasClock }
  return (Object.keys(kinds) as Kind[]).filter((kind) => !missing[kind])
}

/**
 * Plans when failures begin: `atMs` is in ms after the start of the plan. The time is divided into intervals. Each of
 * them has one failure, at a random moment in its first third. The kinds take turns in random order.
 */
export function planFailures(possible: Kind[], durationMs: number, seed: number): { kind: Kind; atMs: number }[] {
  const random = randomFrom(seed)
  const intervals = Math.max(possible.length, Math.floor(durationMs / everyMs))
  const intervalMs = durationMs / intervals
  const order = possible.toSorted(() => random() - 0.5)
  return Array.from({ length: intervals }, (_, index) => ({
    kind: order[index % order.length] as Kind,
    atMs: index * intervalMs + random() * intervalMs * 0.3,
  }))
}

/** Injects a failure, and waits until the site can write again, but no longer than `recoveryMaxMs`. */
export async function inject(site: Site, kind: Kind, random: () => number): Promise<Failure> {
  const from = Date.now()
  const watch = watchReadiness(site)
  try {
    await kinds[kind](site, random)
    const endedAt = Date.now()
    const isSteady = () => Date.now() >= Math.max(endedAt, watch.lastFailureAt()) + steadyMs
    while (!isSteady() && Date.now() < endedAt + recoveryMaxMs) await wait(checkMs)
    const recoveryMs = isSteady() ? Math.max(0, watch.lastFailureAt() - endedAt) : null
    return {
      kind,
      affectsOnlyModels: kind === 'vendor hangs',
      from,
      to: Date.now() + aftereffectMs,
      unavailableMs: watch.unavailableMs(),
      recoveryMs,
    }
  } finally {
    watch.stop()
  }
}

/** Checks repeatedly whether the site can write, and measures for how long it can't. */
function watchReadiness({ address }: Site) {
  let [last, lastFailureAt, unavailableMs, isRunning] = [Date.now(), 0, 0, true]
  const check = async () => {
    while (isRunning) {
      const { status } = await send(address, '/readyz', { ms: 2_000 })
      const now = Date.now()
      if (status !== 200) {
        unavailableMs += now - last
        lastFailureAt = now
      }
      last = now
      await wait(checkMs)
    }
  }
  void check()
  return {
    lastFailureAt: () => lastFailureAt,
    unavailableMs: () => unavailableMs,
    stop: () => {
      isRunning = false
    },
  }
}
