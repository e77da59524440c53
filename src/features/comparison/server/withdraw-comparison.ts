import { sql } from 'kysely'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import type { Tx } from '#platform/database/db.ts'
import { recomputeTestedVendors } from './recompute-tested-vendors.ts'
import { recordComparisonChange } from './record-comparison-change.ts'
import { storeComparisonResults } from './store-comparison-results.ts'
import { updateBlindRoundEligibility } from './update-blind-round-eligibility.ts'

/**
 * Takes down a published or shared comparison, with a reason for its owner. Returns whether anything changed. The
 * caller checks the member's role.
 */
export async function withdrawComparison(tx: Tx, member: Member, id: string, reason: string): Promise<boolean> {
  const row = await tx
    .updateTable('comparisons')
    .set({
      publishedAt: null,
      sharedAt: null,
      withdrawnReason: reason,
      withdrawnFrom: sql`case when published_at is null then 'link' else 'page' end`,
    })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('publishedAt', 'is not', null), eb('sharedAt', 'is not', null)]))
    .returning('promptId')
    .executeTakeFirst()
  if (!row) return false
  await recordComparisonChange(tx, id, row.promptId)
  if (row.promptId) await recomputeCompared(tx, row.promptId)
  await recordAuditEntry(tx, member, { action: 'comparison.withdraw', target: { kind: 'comparison', id } })
  return true
}

/** Shows a withdrawn comparison again: on its prompt's page, or by link if it was only shared. */
export async function restoreWithdrawnComparison(tx: Tx, member: Member, id: string, now: Date): Promise<void> {
  const row = await tx
    .updateTable('comparisons')
    .set({
      publishedAt: sql`case withdrawn_from when 'page' then ${now}::timestamptz end`,
      sharedAt: sql`case withdrawn_from when 'link' then ${now}::timestamptz end`,
      withdrawnReason: null,
      withdrawnFrom: null,
    })
    .where('id', '=', id)
    .where('withdrawnReason', 'is not', null)
    .returning('promptId')
    .executeTakeFirst()
  if (!row) return
  await updateBlindRoundEligibility(tx, id)
  await recordComparisonChange(tx, id, row.promptId)
  if (row.promptId) await recomputeCompared(tx, row.promptId)
  await recordAuditEntry(tx, member, { action: 'comparison.show', target: { kind: 'comparison', id } })
}

async function recomputeCompared(tx: Tx, promptId: string): Promise<void> {
  await recomputeTestedVendors(tx, promptId)
  await storeComparisonResults(tx, [promptId])
}
