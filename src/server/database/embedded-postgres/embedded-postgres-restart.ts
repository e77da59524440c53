import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBackOff, restartBackOff } from '../../jobs/back-off.ts'
import { StartError } from '../../start/start-error.ts'
import { explainFolderError } from './data-folder-errors.ts'
import { unexpectedEndMessage } from './embedded-postgres-failure.ts'
import { databaseFolder } from './embedded-postgres-folder.ts'
import { type OpenContext, type PostgresUse, startOrJoinPostgres } from './embedded-postgres-use.ts'

/** One process's use of PostgreSQL, which is watched in case PostgreSQL ends unexpectedly. A restart replaces `use`. */
type SupervisedUse = { readonly use: PostgresUse; close(): Promise<void> }

/** How long a restart waits for an earlier PostgreSQL that is still stopping, in ms. */
const waitMs = 10_000

/** For commands: logs an unexpected end of PostgreSQL, and does nothing else. */
export function reportEnd(context: OpenContext, use: PostgresUse): SupervisedUse {
  void use.ended.then(() => context.log(unexpectedEndMessage(context.dataFolder)))
  return { use, close: use.leave }
}

/**
 * For servers: restarts PostgreSQL if it ends unexpectedly; all committed data is recovered. Waits half a second first,
 * then twice as long each time, up to a minute, and never gives up. Logs each end and each failed attempt.
 */
export function restartOnEnd(
  context: OpenContext,
  first: PostgresUse,
  onRestart: (use: PostgresUse) => void,
): SupervisedUse {
  const closing = new AbortController()
  let use = first
  const delayAfter = createBackOff(restartBackOff)
  let restarting: Promise<void> | undefined

  function watch() {
    const since = Date.now()
    void use.ended.then(() => {
      restarting = restart(Date.now() - since)
    })
  }

  async function restart(ranMs: number) {
    context.log(`${unexpectedEndMessage(context.dataFolder)} Restarting it.`)
    await use.leave().catch((error: Error) => context.log(`Could not clean up after PostgreSQL: ${error.message}.`))
    const next = await startAgain(ranMs)
    if (!next) return
    use = next
    watch()
    onRestart(next)
    context.log('PostgreSQL is running again.')
  }

  async function startAgain(ranMs: number): Promise<PostgresUse | null> {
    for (let delay = delayAfter(ranMs); ; ) {
      await pause(delay, closing.signal)
      if (closing.signal.aborted) return null
      try {
        refuseMissingDatabase(context.dataFolder)
        return await startOrJoinPostgres(context, waitMs)
      } catch (error) {
        const { message } = explainFolderError(error, context.dataFolder) as Error
        delay = delayAfter(0)
        context.log(`PostgreSQL could not be restarted. ${message} Next try in ${delay / 1000} s.`)
      }
    }
  }

  watch()
  return {
    get use() {
      return use
    },
    async close() {
      closing.abort()
      await restarting
      await use.leave()
    },
  }
}

/** Waits for `ms` milliseconds, or until `signal` is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

/** Throws StartError if the database is gone. Its disk may be unmounted, so a new database must not be created. */
function refuseMissingDatabase(dataFolder: string): void {
  const folder = databaseFolder(dataFolder)
  if (!existsSync(join(folder, 'PG_VERSION')))
    throw new StartError(`The database in ${folder} is gone. Put it back, or mount its disk again.`)
}
