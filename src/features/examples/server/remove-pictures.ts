import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import type { Jobs } from '#platform/work/jobs.ts'
import type { PictureStore } from './picture-store.ts'

/** The name of the job that runs right after a member deletes an example. */
export const removePicturesJob = 'remove-pictures'

/** How many rows one statement reads. */
const batchSize = 50
/** After how many minutes to try again if the files of a picture couldn't be removed. */
const retryMinutes = 10

type Context = { db: Db; store: PictureStore }

/**
 * Declares the jobs that remove the files of deleted pictures. One runs right after a member deletes an example. The
 * other runs every minute, for pictures that were deleted in other ways or while the storage was unavailable.
 */
export function declarePictureJobs(jobs: Jobs, context: Context): void {
  jobs.handle(removePicturesJob, () => removeDuePictures(context))
  jobs.every('tidy-pictures', '* * * * *', () => removeDuePictures(context))
}

/**
 * Removes the files of deleted pictures. Two processes may run this at the same time. A row of `picture_removals` is
 * deleted only after the files. A picture whose files can't be removed is postponed. Throws an Error at the end if there
 * is one.
 */
export async function removeDuePictures({ db, store }: Context): Promise<void> {
  await handleEach({
    read: async (last = '') => {
      const { rows } = await sql<{ key: string }>`
        select key from picture_removals where due_at <= now() and key > ${last} order by key limit ${batchSize}`.execute(
        db,
      )
      return rows.map(({ key }) => key)
    },
    handle: async (keys: string[]) => {
      for (const key of keys) await removePicture({ db, store }, key)
    },
    idOf: (key) => key,
  })
}

async function removePicture({ db, store }: Context, key: string): Promise<void> {
  await store.remove(key).catch(async (error) => {
    await sql`update picture_removals set due_at = now() + make_interval(mins => ${retryMinutes}) where key = ${key}`.execute(
      db,
    )
    throw error
  })
  await db.deleteFrom('pictureRemovals').where('key', '=', key).execute()
}
