import { sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { Db } from '#server/platform/db.ts'
import type { ViewCounter } from './count-view.ts'

/**
 * Adds the pending views of this process to the daily totals in one statement. Ignores views by authors and of unknown
 * prompts. Views that can't be stored stay pending; a killed process loses the views since the last fold.
 */
export async function foldViews(db: Db, counter: ViewCounter): Promise<void> {
  const views = counter.takeAll()
  if (views.length === 0) return
  try {
    await sql`
      insert into prompt_views_daily (prompt_id, day, views)
      select p.id, v.day, count(*)
      from unnest(
        ${views.map(({ promptId }) => promptId)}::uuid[],
        ${views.map(({ day }) => day)}::date[],
        ${views.map(({ memberId }) => memberId)}::uuid[]
      ) as v (prompt_id, day, member_id)
      join prompts p on p.id = v.prompt_id
      where ${isPublished} and p.user_id is distinct from v.member_id
      group by p.id, v.day
      order by p.id, v.day
      on conflict (prompt_id, day) do update set views = prompt_views_daily.views + excluded.views`.execute(db)
  } catch (error) {
    counter.putBack(views)
    throw error
  }
}

/** Deletes the views of days before `before`. Returns the number of deleted rows. */
export async function deleteOldViews(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('promptViewsDaily')
    .where(sql<boolean>`day < ${before.toISOString().slice(0, 10)}`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
