import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { lockRequestOrThrow } from '#features/change-requests/server/lock-change-request.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction, type Tx } from '#platform/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { NewReport, Reported } from '../contract.ts'
import type { ModerationContext } from './moderation-context.ts'
import { noReportedIds } from './reports.table.ts'

/**
 * Reports a suggested edit that the member may see. A repeated report changes nothing while the first one is open, or
 * after its decision until the edit is revised. Throws AppError authentication_required, not_found, forbidden (the
 * member's own edit).
 */
export function reportChangeRequest(
  context: ModerationContext,
  member: Member,
  id: string,
  { reason, details }: Pick<NewReport, 'reason' | 'details'>,
): Promise<Reported> {
  const now = context.now()
  return inTransaction(context.db, async (tx) => {
    await lockWriter(tx, member)
    const { userId, isRemoved } = await lockRequestOrThrow(tx, member, id)
    if (isRemoved) throw notFound('This suggested edit')
    if (userId === member.id) throw new AppError('forbidden', 'This suggested edit is your own. You can withdraw it.')
    const state = await findOwnReport(tx, member.id, id)
    if (!state) {
      await sql`
        insert into report_cases (id, change_request_id, state, opened_at) values (${newId()}, ${id}, 'open', ${now})
        on conflict (change_request_id) where state = 'open' and change_request_id is not null do nothing`.execute(tx)
      await sql`
        insert into reports (user_id, case_id, reason, details, created_at)
        select ${member.id}, rc.id, ${reason}, ${details || null}, ${now} from report_cases rc
        where rc.change_request_id = ${id} and rc.state = 'open'`.execute(tx)
    }
    return { ...noReportedIds, changeRequestId: id, state: state ?? 'open' }
  })
}

/**
 * Returns the state of the member's report if the report is open, or was decided on a shown edit that hasn't been
 * revised since. Otherwise returns null.
 */
async function findOwnReport(tx: Tx, userId: string, id: string): Promise<Reported['state'] | null> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select rc.state = 'open' as is_open
    from reports r join report_cases rc on rc.id = r.case_id join change_requests cr on cr.id = rc.change_request_id
    where r.user_id = ${userId} and rc.change_request_id = ${id}
      and (rc.state = 'open' or rc.decided_shown and cr.revised_at <= rc.decided_at)
    order by 1 desc limit 1`.execute(tx)
  return rows[0] ? (rows[0].isOpen ? 'open' : 'decided') : null
}
