import { sql, type Updateable } from 'kysely'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import { t } from '#lib/texts.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import type { ExamplesTable } from './examples.table.ts'
import { storeExampleResults } from './store-example-results.ts'

export type LockedExample = Pick<ExamplesTable, 'id' | 'promptId' | 'userId' | 'status' | 'statusBefore'>

/** Locks an example's prompt and then the example until the transaction ends. Throws AppError not_found. */
export async function lockExampleOrThrow(tx: Tx, id: string): Promise<LockedExample> {
  const row = await tx.selectFrom('examples').select('promptId').where('id', '=', id).executeTakeFirst()
  if (row) await lockPrompts(tx, [row.promptId])
  const locked = await tx
    .selectFrom('examples')
    .select(['id', 'promptId', 'userId', 'status', 'statusBefore'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw notFound(t('This example'))
  return locked
}

/** The new status of an example. `restored` means the status that it had before it was removed. */
export type StatusChange = { to: 'published' | 'restored' } | { to: 'removed'; reason: string }

/** Publishes, removes or restores an example. The caller must have locked it and checked the actor's permission. */
export async function changeExampleStatus(tx: Tx, example: LockedExample, change: StatusChange, now: Date) {
  const { id, promptId, status, statusBefore } = example
  const isRemoved = status === 'removed'
  const values =
    change.to === 'removed'
      ? { status: change.to, removedReason: change.reason, statusBefore: isRemoved ? statusBefore : status }
      : { status: (change.to === 'restored' && statusBefore) || 'published', removedReason: null, statusBefore: null }
  await tx
    .updateTable('examples')
    .set({ ...values, changedAt: now } as Updateable<ExamplesTable>)
    .where('id', '=', id)
    .execute()
  await storeExampleResults(tx, [promptId])
  await recordContentChange(tx, [promptId])
}

/** How many examples of a banned user one transaction removes. */
const batchSize = 25

/** Removes up to `batchSize` examples of a banned user, and returns whether there may be more. */
export async function removeSomeExamplesOf(tx: Tx, userId: string, removedReason: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string; promptId: string }>`
    select id, prompt_id from examples where user_id = ${userId} and status <> 'removed' order by id limit ${batchSize}`.execute(
    tx,
  )
  const promptIds = [...new Set(rows.map(({ promptId }) => promptId))]
  await lockPrompts(tx, promptIds)
  await sql`
    update examples set status_before = status, status = 'removed', removed_reason = ${removedReason}, changed_at = ${now}
    where id = any(${rows.map(({ id }) => id)}) and status <> 'removed'`.execute(tx)
  await storeExampleResults(tx, promptIds)
  if (promptIds.length > 0) await recordContentChange(tx, promptIds)
  return rows.length === batchSize
}
