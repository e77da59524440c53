import { sql } from 'kysely'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import { readApprovers } from './approvers.ts'

type Handover = { groupId: string; userId: string | null; prompts: number }

/** How many handovers one query reads. */
const batchRows = 100

/**
 * Tells the approvers of a group once about each member who no longer answers for prompts of the group, with their
 * number. Database triggers note the handovers (db/migrations/0192_prompt_reviews.sql).
 */
export async function reportHandovers(db: Db, now: Date): Promise<void> {
  await handleEach({
    read: async (last: string = lowestId) => {
      const { rows } = await sql<{ id: string }>`
        select id from group_handovers where id > ${last} order by id limit ${batchRows}`.execute(db)
      return rows.map(({ id }) => id)
    },
    handle: async (ids) => {
      for (const id of ids) await report(db, id, now)
    },
    idOf: (id) => id,
  })
}

function report(db: Db, id: string, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<Handover>`
      delete from group_handovers where id in (
        select id from group_handovers where id = ${id} for update skip locked)
      returning group_id, user_id, prompts`.execute(tx)
    const [handover] = rows
    if (!handover) return
    await recordEvent(tx, {
      kind: 'prompt-review',
      outcome: 'left',
      count: handover.prompts,
      receiverIds: await readApprovers(tx, handover.groupId),
      subjectId: handover.groupId,
      actorId: handover.userId,
      promptId: null,
      now,
    })
  })
}
