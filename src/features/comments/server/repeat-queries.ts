import { sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { fingerprintOf } from './trust-queries.ts'

/** For how long a text counts as repeated if the same member posts it again, in ms. */
const repeatMs = 5 * 60_000

type Place = { threadId: string; parentId: string | null }
type Repeat = { id: string; isHere: boolean }

/**
 * Finds a comment with the same letters and digits that the member posted in the last five minutes and hasn't deleted.
 * `isHere`: it has the same thread and parent, so the request is a repetition. `except`: the id of a comment to ignore.
 */
export async function findRepeat(
  db: Db,
  member: Member,
  { threadId, parentId }: Place,
  { content, now, except }: { content: string; now: Date; except?: string },
): Promise<Repeat | null> {
  const { rows } = await sql<Repeat>`
    select c.id, c.thread_id = ${threadId} and c.parent_id is not distinct from ${parentId}::uuid as "isHere"
    from comments c
    where c.fingerprint = ${fingerprintOf(content)} and c.user_id = ${member.id} and c.state <> 'deleted'
      and c.created_at > ${new Date(now.getTime() - repeatMs)} and c.id is distinct from ${except ?? null}::uuid
    order by 2 desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Returns the error for a text that the member has just posted elsewhere. */
export function repeatedTextError(): AppError {
  return new AppError('conflict', t('You just posted this text in another comment. Write something different here.'))
}
