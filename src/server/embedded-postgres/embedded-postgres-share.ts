import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { findBinaries } from './embedded-postgres-binaries.ts'
import { type GuardEnd, isInUse, startFailure, takesNobody, usedBy, usedUnseen } from './embedded-postgres-failure.ts'
import { databaseFolder, prepareDatabase } from './embedded-postgres-folder.ts'
import { makeRunFolder, startGuarded } from './embedded-postgres-guard.ts'
import { type Hold, livingHolders, type Purpose, takeHold } from './embedded-postgres-holders.ts'
import { findRunning, type PidFile, readPidFile } from './embedded-postgres-running.ts'
import { chooseRunner } from './embedded-postgres-user.ts'
import { removeFolder } from './remove-folder.ts'

/**
 * One process's share in a running PostgreSQL. `leave` returns when PostgreSQL has stopped, or others still use it;
 * `ended` is fulfilled when it ended before that.
 */
export type Share = { runFolder: string; started: boolean; ended: Promise<void>; leave(): Promise<void> }

/** A share, or the line that says why there is none now (a moment later there may be). */
type Outcome = Share | { refusal: string }

export type Place = { dataFolder: string; purpose: Purpose; log: (line: string) => void }

const pollMs = 10
const lookMs = 1_000
const retryMs = 50
const tellAfterMs = 1_000
const slowStartMs = 5_000
const slowStopMs = 60_000

/**
 * Starts PostgreSQL or joins the one that runs, waiting up to `patience` ms for one that is still stopping.
 * Throws StartError.
 */
export async function takeShare(place: Place, patience: number): Promise<Share> {
  const began = Date.now()
  let told = false
  for (;;) {
    const running = findRunning(databaseFolder(place.dataFolder))
    const outcome = running ? await joinPostgres(place, running) : await startPostgres(place)
    if ('leave' in outcome) return outcome
    const waited = Date.now() - began
    if (waited >= patience) throw new StartError(outcome.refusal)
    if (!told && waited >= tellAfterMs) {
      told = true
      place.log(`${outcome.refusal} Waiting ${Math.round((patience - waited) / 1000)} s for it.`)
    }
    await sleep(retryMs)
  }
}

/** Starts PostgreSQL, and makes the database when there is none. Throws StartError when that can't work. */
async function startPostgres(place: Place): Promise<Outcome> {
  const { dataFolder, purpose, log } = place
  const binaries = findBinaries()
  const runner = await chooseRunner(binaries, dataFolder)
  await prepareDatabase(dataFolder, binaries, runner, log)
  const runFolder = await makeRunFolder(dataFolder, runner)
  try {
    const guarded = startGuarded({ dataFolder, runFolder, purpose, binaries, runner })
    if (!guarded) return { refusal: usedUnseen(dataFolder) }
    const { guard, hold } = guarded
    const end = await untilReady(place, runFolder, hold, guard)
    if (!end) {
      return shareOf(place, { runFolder, started: true, hold, end: endOfGuard(guard) })
    }
    await removeFolder(runFolder)
    if (isInUse(dataFolder, end)) return { refusal: usedUnseen(dataFolder) }
    throw startFailure(dataFolder, end)
  } catch (error) {
    await removeFolder(runFolder)
    throw error
  }
}

/** Joins the PostgreSQL that runs. Refused while it stops, and to a server when it has one. */
async function joinPostgres(place: Place, { pid, runFolder }: PidFile): Promise<Outcome> {
  const { dataFolder, purpose } = place
  const hold = takeHold(runFolder, purpose)
  if (hold === null) return { refusal: takesNobody(dataFolder, pid) }
  if ('refusedBy' in hold) return { refusal: usedBy(dataFolder, hold.refusedBy) }
  if (await untilReady(place, runFolder, hold, null)) return { refusal: takesNobody(dataFolder, pid) }
  return shareOf(place, { runFolder, started: false, hold, end: endSeen(databaseFolder(dataFolder), runFolder) })
}

/** Null when PostgreSQL takes connections (after a crash it recovers first). Else lets go, and says how it ended. */
async function untilReady(
  place: Place,
  runFolder: string,
  hold: Hold,
  guard: ChildProcess | null,
): Promise<GuardEnd | null> {
  const folder = databaseFolder(place.dataFolder)
  const endOf = guard
    ? watch(guard)
    : () => (findRunning(folder)?.runFolder === runFolder ? null : { status: null, said: '' })
  const slow = setTimeout(
    () => place.log('PostgreSQL is still starting; after a crash it recovers first.'),
    slowStartMs,
  )
  let ready = false
  try {
    for (;;) {
      const file = readPidFile(folder)
      ready = file?.ready === true && file.runFolder === runFolder
      const end = ready ? null : endOf()
      if (ready || end) return end
      await sleep(pollMs)
    }
  } finally {
    clearTimeout(slow)
    if (!ready) hold.letGo()
  }
}

function watch(guard: ChildProcess): () => GuardEnd | null {
  let said = ''
  let end: GuardEnd | null = null
  guard.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  guard.once('error', (error) => {
    end = { status: null, said: error.message }
  })
  guard.once('close', (status) => {
    end ??= { status, said }
  })
  return () => end
}

/** How to hear of PostgreSQL's end, and to listen no longer. */
type End = { heard: Promise<void>; ignore(): void }

function shareOf(
  place: Place,
  { runFolder, started, hold, end }: { runFolder: string; started: boolean; hold: Hold; end: End },
): Share {
  let left: Promise<void> | undefined
  const leaveOnce = () => {
    end.ignore()
    left ??= leave(place, runFolder, hold)
    return left
  }
  return { runFolder, started, ended: end.heard, leave: leaveOnce }
}

/** From now on the guard keeps nobody from ending. */
function endOfGuard(guard: ChildProcess): End {
  guard.stderr?.destroy()
  guard.unref()
  const { promise: heard, resolve } = Promise.withResolvers<void>()
  const hear = () => resolve()
  guard.once('exit', hear)
  return { heard, ignore: () => guard.off('exit', hear) }
}

/** The guard of a PostgreSQL that another process started is not ours to wait for. */
function endSeen(folder: string, runFolder: string): End {
  const { promise: heard, resolve } = Promise.withResolvers<void>()
  const timer = setInterval(() => {
    if (findRunning(folder)?.runFolder === runFolder) return
    clearInterval(timer)
    resolve()
  }, lookMs).unref()
  return { heard, ignore: () => clearInterval(timer) }
}

async function leave({ dataFolder, log }: Place, runFolder: string, hold: Hold): Promise<void> {
  hold.letGo()
  const giveUp = Date.now() + slowStopMs
  // The guard removes the folder as its last act. Was it killed, then PostgreSQL stops all the same.
  while (existsSync(runFolder) && livingHolders(runFolder).length === 0) {
    if (findRunning(databaseFolder(dataFolder))?.runFolder !== runFolder) {
      await removeFolder(runFolder)
      return
    }
    if (Date.now() > giveUp) return log('PostgreSQL is still writing its data to the disk; it will stop by itself.')
    await sleep(pollMs)
  }
}
