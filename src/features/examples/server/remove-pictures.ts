import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { PictureStore } from './picture-store.ts'

/** The name of the job that runs right after a member deletes an example. */
export const removePicturesJob = 'remove-pictures'

/** How many rows one statement reads or deletes. */
const batchSize = 50
/** After how many hours uploads that no example uses, and examples that moderators removed, are deleted. */
const unusedHours = 24
const removedHours = 30 * 24
/** After how many minutes to try again if the files of a picture couldn't be removed. */
const retryMinutes = 10

type Context = { db: Db; store: PictureStore; now: () => Date }

/**
 * Declares the jobs that remove the files of deleted pictures. One runs right after a member deletes an example. The
 * other runs every minute, for pictures that were deleted in other ways or while the storage was unavailable.
 */
export function declarePictureJobs(jobs: Jobs, context: Context): void {
  jobs.handle(removePicturesJob, () => removeDuePictures(context))
  jobs.every('tidy-pictures', '* * * * *', () => tidyPictures(context))
}

/** Deletes pictures that are no longer needed, and removes the files of all deleted pictures. */
export async function tidyPictures(context: Context): Promise<void> {
  await deleteUnused(context)
  await removeDuePictures(context)
}

/** Deletes uploads that no example uses, and examples that were removed long ago, but not their files. */
async function deleteUnused({ db, now }: Context): Promise<void> {
  const before = (hours: number) => new Date(now().getTime() - hours * 3_600_000)
  await sql`
    delete from example_pictures where id in (
      select id from example_pictures where example_id is null and created_at < ${before(unusedHours)}
      order by created_at limit ${batchSize} for update skip locked)`.execute(db)
  await sql`
    delete from examples where id in (
      select id from examples where status = 'removed' and changed_at < ${before(removedHours)}
      order by changed_at, id limit ${batchSize} for update skip locked)`.execute(db)
}

/**
 * Removes the files of deleted pictures. Two processes may run this at the same time. A row of `picture_removals` is
 * deleted only after the files. If a picture's files can't be removed, the run ends and postpones that picture, so the
 * next run starts with other pictures.
 */
async function removeDuePictures({ db, store }: Context): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ key: string }>`
      select key from picture_removals where due_at <= now() order by due_at, key limit ${batchSize}`.execute(db)
    for (const { key } of rows) {
      await store.remove(key).catch(async (error) => {
        await sql`update picture_removals set due_at = now() + make_interval(mins => ${retryMinutes}) where key = ${key}`.execute(
          db,
        )
        throw error
      })
      await db.deleteFrom('pictureRemovals').where('key', '=', key).execute()
    }
    if (rows.length < batchSize) return
  }
}
