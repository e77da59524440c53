import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { explainFolderError } from './data-folder-errors.ts'
import { database, databaseFolder, user } from './embedded-postgres-folder.ts'
import type { Purpose } from './embedded-postgres-holders.ts'
import { findRunning } from './embedded-postgres-running.ts'
import { joinPostgres, type Place, type Share, startPostgres } from './embedded-postgres-share.ts'
import { StartError } from './start-error.ts'

export type EmbeddedPostgres = {
  /** For `pg`: `host` is the folder of a unix socket. */
  connection: { host: string; port: number; user: string; database: string }
  /** False when another process had started this PostgreSQL. */
  started: boolean
  /** Lets go. Returns when PostgreSQL has stopped, or at once while other processes use it. */
  close(): Promise<void>
}

type Options = {
  dataDir: string
  /** A data folder has one server at a time; commands come beside it, or without one. */
  purpose: Purpose
  log: (line: string) => void
  /** How long to wait for a predecessor that is still stopping, in milliseconds (default 10,000). */
  patience?: number
}

const retryMs = 50
const tellAfterMs = 1_000

// The files beside this one: -binaries (what came with npm), -user (how root runs it), -folder (the files of the
// database), -guard (.ts and .sh: the shell that starts and stops it), -holders (who uses it), -running (whether one
// runs), -share (start or join), -failure (the lines when that doesn't work).

/**
 * Starts the PostgreSQL of a data folder, or joins the one that runs there. It runs until the last process that opened
 * it has closed it or has died, be it by kill -9. Throws StartError with one line for the operator: a second server,
 * a full or read-only disk, another major version, a machine or user that can't run it.
 */
export async function openEmbeddedPostgres({
  dataDir,
  purpose,
  log,
  patience = 10_000,
}: Options): Promise<EmbeddedPostgres> {
  const place = { dataFolder: resolve(dataDir), purpose, log }
  try {
    mkdirSync(place.dataFolder, { recursive: true })
    const share = await takeShare(place, patience)
    let closed: Promise<void> | undefined
    return {
      connection: { host: share.runFolder, port: 5432, user, database },
      started: share.started,
      close: () => (closed ??= share.leave()),
    }
  } catch (error) {
    throw explainFolderError(error, place.dataFolder)
  }
}

async function takeShare(place: Place, patience: number): Promise<Share> {
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
