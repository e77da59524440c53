import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { lockExampleOrThrow } from '#features/examples/server/change-example-status.ts'
import { exampleSource, isShown } from '#features/examples/server/example-queries.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction, type Tx } from '#platform/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { NewReport, Reported } from '../contract.ts'
import type { ModerationContext } from './moderation-context.ts'
import { noReportedIds } from './reports.table.ts'

/**
 * Reports a public example. A repeated report changes nothing, even after a decision, because examples never change.
 * Throws AppError authentication_required, not_found or forbidden (the member's own example).
 */
export function reportExample(
  { db, now }: ModerationContext,
  member: Member,
  id: string,
  { reason, details }: Pick<NewReport, 'reason' | 'details'>,
): Promise<Reported> {
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const { promptId, userId } = await lockExampleOrThrow(tx, id)
    await requireShown(tx, id)
    if (userId === member.id) throw new AppError('forbidden', 'This example is your own. You can delete it.')
    await tx
      .insertInto('exampleReports')
      .values({ exampleId: id, userId: member.id, reason, details: details || null, createdAt: now(), decidedAt: null })
      .onConflict((conflict) => conflict.columns(['exampleId', 'userId']).doNothing())
      .execute()
    const { decidedAt } = await tx
      .selectFrom('exampleReports')
      .select('decidedAt')
      .where('exampleId', '=', id)
      .where('userId', '=', member.id)
      .executeTakeFirstOrThrow()
    return { ...noReportedIds, promptId, exampleId: id, state: decidedAt ? 'decided' : 'open' }
  })
}

async function requireShown(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql`select from ${exampleSource} where e.id = ${id} and ${isShown}`.execute(tx)
  if (rows.length === 0) throw notFound('This example')
}
