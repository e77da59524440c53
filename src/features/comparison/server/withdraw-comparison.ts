import { sql } from 'kysely'
import type { Member } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db.ts'
import { recomputeTests } from './recompute-tests.ts'

/**
 * Takes down a published or shared comparison, with a reason for its owner. Returns whether there was something to take
 * down. The caller checks the member's role.
 */
export async function withdrawComparison(tx: Tx, member: Member, id: string, reason: string): Promise<boolean> {
  const row = await tx
    .updateTable('comparisons')
    .set({
      published_at: null,
      shared_at: null,
      withdrawn_reason: reason,
      withdrawn_from: sql`case when published_at is null then 'link' else 'page' end`,
    })
    .where('id', '=', id)
    .where((is) => is.or([is('published_at', 'is not', null), is('shared_at', 'is not', null)]))
    .returning('prompt_id')
    .executeTakeFirst()
  if (!row) return false
  if (row.prompt_id) await recomputeTests(tx, row.prompt_id)
  await recordAct(tx, member, { action: 'comparison.withdraw', target: { kind: 'comparison', id } })
  return true
}

/** Shows a withdrawn comparison again: on its prompt's page, or by link if it was only shared. */
export async function showComparisonAgain(tx: Tx, member: Member, id: string, now: Date): Promise<void> {
  const row = await tx
    .updateTable('comparisons')
    .set({
      published_at: sql`case withdrawn_from when 'page' then ${now}::timestamptz end`,
      shared_at: sql`case withdrawn_from when 'link' then ${now}::timestamptz end`,
      withdrawn_reason: null,
      withdrawn_from: null,
    })
    .where('id', '=', id)
    .where('withdrawn_reason', 'is not', null)
    .returning('prompt_id')
    .executeTakeFirst()
  if (!row) return
  if (row.prompt_id) await recomputeTests(tx, row.prompt_id)
  await recordAct(tx, member, { action: 'comparison.show', target: { kind: 'comparison', id } })
}
