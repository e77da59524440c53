import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { explainFolderError } from './data-folder-errors.ts'
import { endOf } from './embedded-postgres-failure.ts'
import { databaseFolder } from './embedded-postgres-folder.ts'
import { type Place, type Share, takeShare } from './embedded-postgres-share.ts'

/** A share that may be followed by another one, when its PostgreSQL has ended. */
type Kept = { readonly share: Share; close(): Promise<void> }

const firstDelayMs = 500
const longestDelayMs = 60_000
/** One that ran for so long before it ended again is not taken for one that can't run. */
const soundMs = 60_000
const patienceMs = 10_000

/** What a command does when its PostgreSQL ends by itself: it says so, and fails. */
export function keepOnce(place: Place, share: Share): Kept {
  void share.ended.then(() => place.log(endOf(place.dataFolder)))
  return { share, close: share.leave }
}

/**
 * What a server does: it starts PostgreSQL again, which recovers what was committed; after half a second, then after twice
 * as long each time, up to a minute, for as long as it takes. Every end and every failed try is logged.
 */
export function keepRunning(place: Place, first: Share, onRestart: (share: Share) => void): Kept {
  const closing = new AbortController()
  let share = first
  let delay = firstDelayMs
  let restarting: Promise<void> | undefined

  function watch() {
    const since = Date.now()
    void share.ended.then(() => {
      if (Date.now() - since >= soundMs) delay = firstDelayMs
      restarting = restart()
    })
  }

  async function restart() {
    place.log(`${endOf(place.dataFolder)} Restarting it.`)
    await share.leave().catch((error: Error) => place.log(`Could not clean up after it: ${error.message}.`))
    const next = await startAgain()
    if (!next) return
    share = next
    watch()
    onRestart(next)
    place.log('PostgreSQL is running again.')
  }

  async function startAgain(): Promise<Share | null> {
    for (;;) {
      await pause(delay, closing.signal)
      if (closing.signal.aborted) return null
      delay = Math.min(delay * 2, longestDelayMs)
      try {
        refuseNew(place.dataFolder)
        return await takeShare(place, patienceMs)
      } catch (error) {
        const { message } = explainFolderError(error, place.dataFolder) as Error
        place.log(`PostgreSQL could not be restarted. ${message} Next try in ${delay / 1000} s.`)
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

/** Ends early when `signal` is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

/** A start makes a database where there is none; in the middle of a run that would hide that its disk is gone. */
function refuseNew(dataFolder: string): void {
  const folder = databaseFolder(dataFolder)
  if (!existsSync(join(folder, 'PG_VERSION')))
    throw new StartError(`The database in ${folder} is gone. Put it back, or mount its disk again.`)
}
