import { sql } from 'kysely'
import { copyWindowHours } from '#features/catalogue/rules.ts'
import { visitorHashes } from '#features/worksheet/server/visitor-hashes.ts'
import type { Actor } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'

/**
 * Counts a download of a version as a skill, once in 24 hours per member or visitor, who are recognized as for copies.
 */
export async function countDownload(
  db: Db,
  actor: Actor,
  { id, version }: { id: string; version: number },
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [visitor, ...formerHashes] = await visitorHashes(tx, actor, now)
    const windowStart = new Date(now.getTime() - copyWindowHours * 3_600_000)
    await sql`
      with counted as (
        insert into skill_downloads as d (prompt_id, version, visitor, downloaded_at)
        select ${id}::uuid, ${version}::integer, ${visitor}, ${now}
        where not exists (
          select from skill_downloads where prompt_id = ${id} and version = ${version} and visitor = any(${formerHashes})
            and downloaded_at > ${windowStart})
        on conflict (prompt_id, version, visitor) do update set downloaded_at = ${now}
          where d.downloaded_at <= ${windowStart}
        returning 1
      )
      insert into skill_download_counts as c (prompt_id, version)
      select ${id}::uuid, ${version}::integer from counted
      on conflict (prompt_id, version) do update set downloads = c.downloads + 1`.execute(tx)
  })
}
