import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { getCollectionIdOrThrow } from '#features/collections/server/collection-queries.ts'
import { lockCollection } from '#features/collections/server/lock-collection.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction, type Tx } from '#platform/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { NewReport, Reported } from '../contract.ts'
import type { ModerationContext } from './moderation-context.ts'
import { noReportedIds } from './reports.table.ts'

/**
 * Reports a collection (id or slug) that the member may see. A repeated report changes nothing while the first one is
 * open, or after its decision until the collection changes. Throws AppError authentication_required, not_found,
 * forbidden (the member's own collection).
 */
export function reportCollection(
  context: ModerationContext,
  member: Member,
  idOrSlug: string,
  report: Pick<NewReport, 'reason' | 'details'>,
): Promise<Reported> {
  return inTransaction(context.db, async (tx) => {
    await lockWriter(tx, member)
    const collection = await lockCollection(tx, await getCollectionIdOrThrow(tx, member, idOrSlug))
    if (!collection) throw notFound('This collection')
    if (collection.userId === member.id)
      throw new AppError('forbidden', 'This collection is your own. You can change or delete it yourself.')
    const state = await findOwnReport(tx, member.id, collection.id)
    if (!state) await insertReport(tx, member.id, collection.id, report, context.now())
    return { ...noReportedIds, collectionId: collection.id, state: state ?? 'open' }
  })
}

/**
 * Returns the state of the member's report if the report is open, or was decided on a visible collection that hasn't
 * changed since. Otherwise returns null.
 */
async function findOwnReport(tx: Tx, userId: string, collectionId: string): Promise<Reported['state'] | null> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select rc.state = 'open' as "isOpen" from reports r join report_cases rc on rc.id = r.case_id
    join collections col on col.id = rc.collection_id
    where r.user_id = ${userId} and rc.collection_id = ${collectionId}
      and (rc.state = 'open' or rc.decided_shown and col.updated_at <= rc.decided_at)
    order by 1 desc limit 1`.execute(tx)
  return rows[0] ? (rows[0].isOpen ? 'open' : 'decided') : null
}

async function insertReport(
  tx: Tx,
  userId: string,
  collectionId: string,
  { reason, details }: Pick<NewReport, 'reason' | 'details'>,
  now: Date,
) {
  await sql`
    insert into report_cases (id, collection_id, state, opened_at) values (${newId()}, ${collectionId}, 'open', ${now})
    on conflict (collection_id) where state = 'open' and collection_id is not null do nothing`.execute(tx)
  await sql`
    insert into reports (user_id, case_id, reason, details, created_at)
    select ${userId}, id, ${reason}, ${details || null}, ${now} from report_cases
    where collection_id = ${collectionId} and state = 'open'`.execute(tx)
}
