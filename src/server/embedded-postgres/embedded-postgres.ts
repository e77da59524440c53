import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { explainFolderError } from './data-folder-errors.ts'
import { database, user } from './embedded-postgres-folder.ts'
import type { Purpose } from './embedded-postgres-holders.ts'
import { keepOnce, keepRunning } from './embedded-postgres-restart.ts'
import { type Share, takeShare } from './embedded-postgres-share.ts'

/** How `pg` connects over a unix socket. */
export type SocketConnection = { host: string; port: number; user: string; database: string }

export type EmbeddedPostgres = {
  /** For `pg`: `host` is the folder of a unix socket. Another one after PostgreSQL was started again. */
  readonly connection: SocketConnection
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
  /** With it, a PostgreSQL that ends by itself is started again; it hears where the new one is. */
  onRestart?: (connection: SocketConnection) => void
}

// The files beside this one: -binaries (what came with npm), -user (how root runs it), -folder (the files of the
// database), -guard (.ts and .sh: the shell that starts and stops it), -holders (who uses it), -running (whether one
// runs), -share (start or join), -restart (what a server does when it ends), -failure (the lines when that doesn't work).

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
  onRestart,
}: Options): Promise<EmbeddedPostgres> {
  const place = { dataFolder: resolve(dataDir), purpose, log }
  try {
    mkdirSync(place.dataFolder, { recursive: true })
    const share = await takeShare(place, patience)
    const kept = onRestart
      ? keepRunning(place, share, (moved) => onRestart(connectionOf(moved)))
      : keepOnce(place, share)
    let closed: Promise<void> | undefined
    return {
      get connection() {
        return connectionOf(kept.share)
      },
      started: share.started,
      close: () => (closed ??= kept.close()),
    }
  } catch (error) {
    throw explainFolderError(error, place.dataFolder)
  }
}

function connectionOf({ runFolder }: Share): SocketConnection {
  return { host: runFolder, port: 5432, user, database }
}
