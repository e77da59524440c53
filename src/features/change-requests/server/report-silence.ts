import { type RawBuilder, sql } from 'kysely'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import { silentBefore } from '../rules.ts'

/** How many suggested edits one transaction handles. */
const batchRows = 100

/**
 * Notifies proposers that nobody has answered for a month. The notification offers a fork if the license allows one.
 * Each revision leads to at most one notification.
 */
export async function reportSilence(db: Db, now: Date): Promise<void> {
  const isSilent = sql`r.state = 'open' and r.silence_at is null and r.removed_reason is null
    and r.revised_at < ${silentBefore(now)}`
  await handleEach({
    read: async (last: string = lowestId) => {
      const { rows } = await sql<{ id: string }>`
        select r.id from change_requests r where ${isSilent} and r.id > ${last} order by r.id limit ${batchRows}`.execute(
        db,
      )
      return rows.map(({ id }) => id)
    },
    handle: (ids) => report(db, ids, { isSilent, now }),
    idOf: (id) => id,
  })
}

function report(db: Db, ids: string[], { isSilent, now }: { isSilent: RawBuilder<unknown>; now: Date }): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: string; userId: string; promptId: string }>`
      update change_requests cr set silence_at = ${now} where cr.id in (
        select r.id from change_requests r join users u on u.id = r.user_id
        where r.id = any(${ids}) and ${isSilent} order by r.id for no key update of r skip locked for key share of u skip locked)
      returning cr.id, cr.user_id, cr.prompt_id`.execute(tx)
    for (const { id, userId, promptId } of rows)
      await recordEvent(tx, {
        kind: 'change-request-answer',
        outcome: 'silent',
        receiverIds: [userId],
        subjectId: id,
        actorId: null,
        promptId,
        now,
      })
  })
}
