import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBackOff, restartBackOff } from '../back-off.ts'
import { StartError } from '../start-error.ts'
import { explainFolderError } from './data-folder-errors.ts'
import { unexpectedEndMessage } from './embedded-postgres-failure.ts'
import { databaseFolder } from './embedded-postgres-folder.ts'
import { type OpenContext, type Share, takeShare } from './embedded-postgres-share.ts'

/** A share whose PostgreSQL is supervised. A restart replaces the share. */
type SupervisedShare = { readonly share: Share; close(): Promise<void> }

/** How long a restart waits for a PostgreSQL that is still stopping. */
const waitMs = 10_000

/** For commands: only logs an unexpected end of PostgreSQL. */
export function reportEnd(context: OpenContext, share: Share): SupervisedShare {
  void share.ended.then(() => context.log(unexpectedEndMessage(context.dataFolder)))
  return { share, close: share.leave }
}

/**
 * For servers: restarts PostgreSQL, which recovers all committed data. Waits half a second first, then twice as long each
 * time, up to a minute, without giving up. Logs every end and every failed attempt.
 */
export function restartOnEnd(context: OpenContext, first: Share, onRestart: (share: Share) => void): SupervisedShare {
  const closing = new AbortController()
  let share = first
  const delayAfter = createBackOff(restartBackOff)
  let restarting: Promise<void> | undefined

  function watch() {
    const since = Date.now()
    void share.ended.then(() => {
      restarting = restart(Date.now() - since)
    })
  }

  async function restart(ranMs: number) {
    context.log(`${unexpectedEndMessage(context.dataFolder)} Restarting it.`)
    await share.leave().catch((error: Error) => context.log(`Could not clean up after it: ${error.message}.`))
    const next = await startAgain(ranMs)
    if (!next) return
    share = next
    watch()
    onRestart(next)
    context.log('PostgreSQL is running again.')
  }

  async function startAgain(ranMs: number): Promise<Share | null> {
    for (let delay = delayAfter(ranMs); ; ) {
      await pause(delay, closing.signal)
      if (closing.signal.aborted) return null
      try {
        refuseNew(context.dataFolder)
        return await takeShare(context, waitMs)
      } catch (error) {
        const { message } = explainFolderError(error, context.dataFolder) as Error
        delay = delayAfter(0)
        context.log(`PostgreSQL could not be restarted. ${message} Next try in ${delay / 1000} s.`)
      }
    }
  }

  watch()
  return {
    get share() {
      return share
    },
    async close() {
      closing.abort()
      await restarting
      await share.leave()
    },
  }
}

/** Waits for `ms`, or until `signal` is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

/** Throws if the database is gone, instead of creating a new one: its disk may be missing. */
function refuseNew(dataFolder: string): void {
  const folder = databaseFolder(dataFolder)
  if (!existsSync(join(folder, 'PG_VERSION')))
    throw new StartError(`The database in ${folder} is gone. Put it back, or mount its disk again.`)
}
