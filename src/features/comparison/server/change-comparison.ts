import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Comparison } from '../contract.ts'
import { type ComparisonRow, getOwnComparisonOrThrow, readAnswers, readComparison } from './comparison-queries.ts'
import { recomputeTestedVendors } from './recompute-tested-vendors.ts'
import { recordComparisonChange } from './record-comparison-change.ts'
import { storeComparisonResults } from './store-comparison-results.ts'
import { updateBlindRoundEligibility } from './update-blind-round-eligibility.ts'

type Change = { name?: string | null; shared?: boolean; published?: boolean }

/**
 * Names, shares or publishes a member's own comparison, or undoes that. A repeated call changes nothing. Returns the
 * changed comparison. Throws AppError authentication_required, not_found, conflict (nothing to publish, or the prompt
 * isn't public) or forbidden (a moderator took it down).
 */
export async function changeComparison(
  db: Db,
  member: Member,
  id: string,
  change: Change,
  now: Date,
): Promise<Comparison> {
  const dateOf = (isOn: boolean, since: Date | null) => (isOn ? (since ?? now) : null)
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const row = await lockOwnComparisonOrThrow(tx, member, id)
    if (change.published) await requirePublishable(tx, row)
    if ((change.published || change.shared) && row.withdrawnReason !== null)
      throw new AppError(
        'forbidden',
        t('A moderator took this comparison down. Write to us if you think that this is a mistake.'),
      )
    if (change.shared && !row.textPublic)
      throw new AppError('conflict', t('The prompt of this comparison isn’t public, so you can’t share or publish it.'))
    await tx
      .updateTable('comparisons')
      .set({
        ...(change.name !== undefined && change.name !== row.name && { name: change.name, namedAt: now }),
        sharedAt: change.shared === undefined ? row.sharedAt : dateOf(change.shared, row.sharedAt),
        publishedAt: change.published === undefined ? row.publishedAt : dateOf(change.published, row.publishedAt),
      })
      .where('userId', '=', member.id)
      .where('id', '=', id)
      .execute()
    if (change.published) await updateBlindRoundEligibility(tx, id)
    await recordComparisonChange(tx, id, row.promptId)
    if (change.published !== undefined && row.promptId) {
      await recomputeTestedVendors(tx, row.promptId)
      await storeComparisonResults(tx, [row.promptId])
    }
    return readComparison(tx, member, id, { now })
  })
}

/**
 * Locks a member's own comparison, so that it isn't published, shared or taken down at the same time. Throws AppError
 * not_found.
 */
async function lockOwnComparisonOrThrow(tx: Tx, member: Member, id: string): Promise<ComparisonRow> {
  await getOwnComparisonOrThrow(tx, member, id)
  await tx.selectFrom('comparisons').select('id').where('id', '=', id).forUpdate().execute()
  return getOwnComparisonOrThrow(tx, member, id)
}

async function requirePublishable(db: Db, row: ComparisonRow) {
  if (row.promptSlug === null || !row.textPublic)
    throw new AppError('conflict', t('This comparison isn’t about a published prompt. Share its link instead.'))
  const answers = await readAnswers(db, row)
  if (!answers.some(({ status }) => status === 'done')) throw new AppError('conflict', t('There is no answer yet.'))
}
