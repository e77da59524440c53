import { lockWriter } from '#features/accounts/server/lock-user.ts'
import type { Member } from '#server/platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Comparison } from '../contract.ts'
import {
  type ComparisonRow,
  getOwnComparisonOrThrow,
  isContender,
  readAnswers,
  readComparison,
} from './comparison-queries.ts'
import { recomputeTests } from './recompute-tests.ts'

type Change = { name?: string | null; shared?: boolean; published?: boolean }

/**
 * Names, shares or publishes a comparison of one's own, or takes that back; saying it twice changes nothing. Answers the
 * comparison as it is then. AppError authentication_required; not_found; conflict where there is nothing to publish, or
 * its prompt is not public; forbidden for what a moderator took down.
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
    if ((change.published || change.shared) && row.withdrawn_reason !== null)
      throw new AppError(
        'forbidden',
        'A moderator took this comparison down. Write to us if you think that this is a mistake.',
      )
    if (change.shared && !row.text_public)
      throw new AppError('conflict', 'The prompt of this comparison isn’t public, so you can’t share or publish it.')
    await tx
      .updateTable('comparisons')
      .set({
        name: change.name === undefined ? row.name : change.name,
        shared_at: change.shared === undefined ? row.shared_at : dateOf(change.shared, row.shared_at),
        published_at: change.published === undefined ? row.published_at : dateOf(change.published, row.published_at),
      })
      .where('user_id', '=', member.id)
      .where('id', '=', id)
      .execute()
    if (change.published !== undefined && row.prompt_id) await recomputeTests(tx, row.prompt_id)
    return readComparison(tx, member, id, { now })
  })
}

/** Nobody publishes, shares or takes it down until the transaction ends. AppError not_found. */
async function lockOwnComparisonOrThrow(tx: Tx, member: Member, id: string): Promise<ComparisonRow> {
  await getOwnComparisonOrThrow(tx, member, id)
  await tx.selectFrom('comparisons').select('id').where('id', '=', id).forUpdate().execute()
  return getOwnComparisonOrThrow(tx, member, id)
}

async function requirePublishable(db: Db, row: ComparisonRow) {
  if (row.prompt_slug === null || !row.text_public)
    throw new AppError('conflict', 'This comparison belongs to no published prompt. Share it by its address instead.')
  const answers = await readAnswers(db, row)
  if (!answers.some(isContender)) throw new AppError('conflict', 'No model has answered here yet.')
}

/** Forgets a comparison of one's own and the votes on it. AppError not_found. */
export async function deleteComparison(db: Db, member: Member, id: string): Promise<void> {
  const row = await getOwnComparisonOrThrow(db, member, id)
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('comparison_votes').where('comparison_id', '=', id).execute()
    await tx.deleteFrom('comparisons').where('user_id', '=', member.id).where('id', '=', id).execute()
    if (row.prompt_id) await recomputeTests(tx, row.prompt_id)
  })
}

/** All of a person's comparisons and votes, for an account that is deleted. */
export async function eraseComparisons(tx: Tx, userId: string): Promise<void> {
  const rows = await tx.selectFrom('comparisons').select(['id', 'prompt_id']).where('user_id', '=', userId).execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('comparison_votes').where('comparison_id', 'in', ids).execute()
  const voted = await tx
    .selectFrom('comparison_votes as v')
    .innerJoin('comparisons as c', 'c.id', 'v.comparison_id')
    .select('c.prompt_id')
    .where('v.user_id', '=', userId)
    .execute()
  await tx.deleteFrom('comparison_votes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('comparisons').where('user_id', '=', userId).execute()
  const prompts = new Set([...rows, ...voted].flatMap(({ prompt_id }) => prompt_id ?? []))
  for (const promptId of [...prompts].sort()) await recomputeTests(tx, promptId)
}
