import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { explainFolderError } from './data-folder-errors.ts'
import { database, user } from './embedded-postgres-folder.ts'
import type { Purpose } from './embedded-postgres-holders.ts'
import { reportEnd, restartOnEnd } from './embedded-postgres-restart.ts'
import { type PostgresUse, startOrJoinPostgres } from './embedded-postgres-use.ts'

/** How `pg` connects over a Unix socket. */
export type SocketConnection = { host: string; port: number; user: string; database: string }

export type EmbeddedPostgres = {
  /** The connection for `pg`. `host` is the folder of the Unix socket, which changes if PostgreSQL is restarted. */
  readonly connection: SocketConnection
  /** Whether this process started PostgreSQL. False if it joined one that was already running. */
  started: boolean
  /**
   * Ends this process's use of the database. Resolves when PostgreSQL has stopped, or immediately if other processes
   * still use it.
   */
  close(): Promise<void>
}

type Options = {
  dataDir: string
  /**
   * Who opens the database: the site's server, or a command of `npm run cli`. Only one server at a time may use a data
   * folder, but any number of commands.
   */
  purpose: Purpose
  log: (line: string) => void
  /** How long to wait while an earlier PostgreSQL or another server is still stopping, in ms (default 10,000). */
  waitMs?: number
  /**
   * The maximum number of connections, including those of commands (default 60). It applies only if this process starts
   * PostgreSQL.
   */
  connections?: number
  /** If set, PostgreSQL is restarted when it ends unexpectedly, and this function is called with the new connection. */
  onRestart?: (connection: SocketConnection) => void
}

// The files embedded-postgres-…: -binaries (programs from npm), -user (the user that runs PostgreSQL if this process is
// root), -folder (the data files), -guard (the shell that starts and stops PostgreSQL), -holders (processes that use
// it), -running (whether it runs), -use (start or join), -restart (after an unexpected end), -failure (messages).

/**
 * Starts the PostgreSQL of a data folder, or joins a running one. PostgreSQL runs until the last process that opened it
 * has closed it or died, even by kill -9. Throws StartError with one line for the operator, for example if a second
 * server opens the folder, if the disk is full or read-only, or if this machine or user can't run PostgreSQL.
 */
export async function openEmbeddedPostgres({
  dataDir,
  purpose,
  log,
  waitMs = 10_000,
  connections = 60,
  onRestart,
}: Options): Promise<EmbeddedPostgres> {
  const context = { dataFolder: resolve(dataDir), purpose, connections, log }
  try {
    mkdirSync(context.dataFolder, { recursive: true })
    const use = await startOrJoinPostgres(context, waitMs)
    const supervised = onRestart
      ? restartOnEnd(context, use, (restarted) => onRestart(connectionOf(restarted)))
      : reportEnd(context, use)
    let closed: Promise<void> | undefined
    return {
      get connection() {
        return connectionOf(supervised.use)
      },
      started: use.started,
      close: () => (closed ??= supervised.close()),
    }
  } catch (error) {
    throw explainFolderError(error, context.dataFolder)
  }
}

function connectionOf({ runFolder }: PostgresUse): SocketConnection {
  return { host: runFolder, port: 5432, user, database }
}
