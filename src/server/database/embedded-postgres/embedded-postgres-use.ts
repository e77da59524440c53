import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../start/start-error.ts'
import { findBinaries } from './embedded-postgres-binaries.ts'
import {
  type GuardEnd,
  hiddenUseMessage,
  inUseMessage,
  isInUse,
  notAcceptingMessage,
  startFailure,
} from './embedded-postgres-failure.ts'
import { databaseFolder, prepareDatabase } from './embedded-postgres-folder.ts'
import { makeRunFolder, startGuarded } from './embedded-postgres-guard.ts'
import { aliveHolders, type Hold, type Purpose, takeHold } from './embedded-postgres-holders.ts'
import { findRunning, type PidFile, readPidFile } from './embedded-postgres-running.ts'
import { chooseRunner } from './embedded-postgres-user.ts'
import { removeFolder } from './remove-folder.ts'

/**
 * One process's use of a running PostgreSQL, whose socket is in `runFolder`. `started`: this process started it.
 * `leave` ends the use: it resolves when PostgreSQL has stopped, immediately if other processes still use it, or after
 * a minute. `ended` resolves if PostgreSQL ends before `leave` is called.
 */
export type PostgresUse = { runFolder: string; started: boolean; ended: Promise<void>; leave(): Promise<void> }

/** A use, or the reason why PostgreSQL can't be used at the moment. */
type Outcome = PostgresUse | { refusal: string }

export type OpenContext = { dataFolder: string; purpose: Purpose; connections: number; log: (line: string) => void }

/** How often to check whether PostgreSQL is ready or has stopped, in ms. */
const pollMs = 10
/** How often to check whether a PostgreSQL that another process started has ended, in ms. */
const endPollMs = 1_000
/** How often to try again to start or join PostgreSQL, in ms. */
const retryMs = 50
/** After how long the log reports why PostgreSQL can't be started or joined yet, in ms. */
const reportAfterMs = 1_000
/** After how long the log reports that PostgreSQL is still starting, in ms. */
const slowStartMs = 5_000
/** How long this process waits for PostgreSQL to stop, in ms. If PostgreSQL takes longer, the log reports it. */
const slowStopMs = 60_000

/**
 * Starts PostgreSQL, or joins one that is running. If neither is possible at the moment, for example because PostgreSQL
 * is still stopping, tries again for up to `waitMs`. Throws StartError if every attempt fails or PostgreSQL can't run.
 */
export async function startOrJoinPostgres(context: OpenContext, waitMs: number): Promise<PostgresUse> {
  const began = Date.now()
  let reported = false
  for (;;) {
    const running = findRunning(databaseFolder(context.dataFolder))
    const outcome = running ? await joinPostgres(context, running) : await startPostgres(context)
    if ('leave' in outcome) return outcome
    const waited = Date.now() - began
    if (waited >= waitMs) throw new StartError(outcome.refusal)
    if (!reported && waited >= reportAfterMs) {
      reported = true
      context.log(`${outcome.refusal} Trying again for up to ${Math.round((waitMs - waited) / 1000)} s.`)
    }
    await sleep(retryMs)
  }
}

/**
 * Starts PostgreSQL under a guard, a process that stops PostgreSQL once no process has a hold on it. Creates the
 * database first if there is none. Throws StartError if PostgreSQL can't run.
 */
async function startPostgres(context: OpenContext): Promise<Outcome> {
  const { dataFolder, purpose, connections, log } = context
  const isAfterCrash = hasCrashed(dataFolder)
  const binaries = findBinaries()
  const runner = await chooseRunner(binaries, dataFolder)
  await prepareDatabase(dataFolder, binaries, runner, log)
  const runFolder = await makeRunFolder(dataFolder, runner)
  try {
    const guarded = startGuarded({ dataFolder, runFolder, purpose, connections, binaries, runner })
    if (!guarded) return { refusal: hiddenUseMessage(dataFolder) }
    const { guard, hold } = guarded
    const end = await untilReady(context, runFolder, hold, { guard, isAfterCrash })
    if (!end) {
      return createPostgresUse(context, { runFolder, started: true, hold, endWatch: watchGuardExit(guard) })
    }
    await removeFolder(runFolder)
    if (isInUse(dataFolder, end)) return { refusal: hiddenUseMessage(dataFolder) }
    throw startFailure(dataFolder, end)
  } catch (error) {
    await removeFolder(runFolder)
    throw error
  }
}

/**
 * Joins a running PostgreSQL. Returns a refusal if it is stopping, or if this process is a server and another server
 * uses it.
 */
async function joinPostgres(context: OpenContext, { pid, runFolder }: PidFile): Promise<Outcome> {
  const { dataFolder, purpose } = context
  const hold = takeHold(runFolder, purpose)
  if (hold === null) return { refusal: notAcceptingMessage(dataFolder, pid) }
  if ('refusedBy' in hold) return { refusal: inUseMessage(dataFolder, hold.refusedBy) }
  if (await untilReady(context, runFolder, hold)) return { refusal: notAcceptingMessage(dataFolder, pid) }
  return createPostgresUse(context, {
    runFolder,
    started: false,
    hold,
    endWatch: pollForEnd(databaseFolder(dataFolder), runFolder),
  })
}

/**
 * Waits until PostgreSQL accepts connections. After a crash, it recovers first. If PostgreSQL ends during the wait,
 * releases the hold and returns how it ended; otherwise returns null.
 */
async function untilReady(
  context: OpenContext,
  runFolder: string,
  hold: Hold,
  { guard, isAfterCrash }: { guard?: ChildProcess; isAfterCrash?: boolean } = {},
): Promise<GuardEnd | null> {
  const folder = databaseFolder(context.dataFolder)
  const findEnd = guard
    ? watchStart(guard)
    : () => (findRunning(folder)?.runFolder === runFolder ? null : { status: null, output: '' })
  const slow = setTimeout(
    () => context.log(isAfterCrash ? 'PostgreSQL is recovering from a crash.' : 'PostgreSQL is still starting.'),
    slowStartMs,
  )
  let ready = false
  try {
    for (;;) {
      const file = readPidFile(folder)
      ready = file?.ready === true && file.runFolder === runFolder
      const end = ready ? null : findEnd()
      if (ready || end) return end
      await sleep(pollMs)
    }
  } finally {
    clearTimeout(slow)
    if (!ready) hold.release()
  }
}

/** Tells whether PostgreSQL, which isn't running, was killed: when it stops, it removes its PID file. */
export function hasCrashed(dataFolder: string): boolean {
  return existsSync(join(databaseFolder(dataFolder), 'postmaster.pid'))
}

/** Watches the start of a guard. Returns a function that returns how the guard ended, or null while it runs. */
function watchStart(guard: ChildProcess): () => GuardEnd | null {
  let output = ''
  let end: GuardEnd | null = null
  guard.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  guard.once('error', (error) => {
    end = { status: null, output: error.message }
  })
  guard.once('close', (status) => {
    end ??= { status, output }
  })
  return () => end
}

/** `ended` resolves when PostgreSQL ends. `ignore` stops watching for its end. */
type EndWatch = { ended: Promise<void>; ignore(): void }

function createPostgresUse(
  context: OpenContext,
  { runFolder, started, hold, endWatch }: { runFolder: string; started: boolean; hold: Hold; endWatch: EndWatch },
): PostgresUse {
  let left: Promise<void> | undefined
  const leaveOnce = () => {
    endWatch.ignore()
    left ??= leave(context, runFolder, hold)
    return left
  }
  return { runFolder, started, ended: endWatch.ended, leave: leaveOnce }
}

/** Watches the guard that this process started, without keeping this process alive. */
function watchGuardExit(guard: ChildProcess): EndWatch {
  guard.stderr?.destroy()
  guard.unref()
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const onExit = () => resolve()
  guard.once('exit', onExit)
  return { ended, ignore: () => guard.off('exit', onExit) }
}

/**
 * Polls a PostgreSQL that another process started. Its guard isn't a child of this process, so no event reports
 * that PostgreSQL has ended.
 */
function pollForEnd(folder: string, runFolder: string): EndWatch {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const timer = setInterval(() => {
    if (findRunning(folder)?.runFolder === runFolder) return
    clearInterval(timer)
    resolve()
  }, endPollMs).unref()
  return { ended, ignore: () => clearInterval(timer) }
}

async function leave({ dataFolder, log }: OpenContext, runFolder: string, hold: Hold): Promise<void> {
  hold.release()
  const giveUp = Date.now() + slowStopMs
  // The guard removes the run folder last. If the guard was killed, PostgreSQL stops anyway.
  while (existsSync(runFolder) && aliveHolders(runFolder).length === 0) {
    if (findRunning(databaseFolder(dataFolder))?.runFolder !== runFolder) {
      await removeFolder(runFolder)
      return
    }
    if (Date.now() > giveUp) return log('PostgreSQL is still writing its data to the disk; it will stop by itself.')
    await sleep(pollMs)
  }
}
