import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { cleanText } from '#features/models/rules.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Comparison, PastedAnswer } from '../contract.ts'
import { comparisonLimits as limits } from '../rules.ts'
import { getOwnComparisonOrThrow, readComparison } from './comparison-queries.ts'
import { writeAnswer } from './record-comparison-change.ts'

/**
 * Adds a pasted answer to a member's own comparison. Throws AppError authentication_required, not_found or conflict.
 */
export async function pasteAnswer(
  db: Db,
  member: Member,
  id: string,
  pasted: PastedAnswer,
  now: Date,
): Promise<Comparison> {
  await getOwnComparisonOrThrow(db, member, id)
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    await writeAnswer(tx, { userId: member.id, id }, () => addAnswer(tx, { userId: member.id, id }, pasted, now))
    return readComparison(tx, member, id, { now })
  })
}

/**
 * Adds a pasted answer after all others. The caller has locked the comparison, so that two pasted answers don't get the
 * same place.
 */
async function addAnswer(
  tx: Tx,
  { userId, id }: { userId: string; id: string },
  pasted: PastedAnswer,
  now: Date,
): Promise<void> {
  const answers = await tx
    .selectFrom('comparisonAnswers')
    .select(['place', 'model', 'pasted'])
    .where('userId', '=', userId)
    .where('comparisonId', '=', id)
    .execute()
  if (answers.some(({ model }) => model === pasted.model))
    throw new AppError(
      'conflict',
      t('There is already an answer called “{model}” here. Choose another name.', { model: pasted.model }),
    )
  if (answers.filter((answer) => answer.pasted).length >= limits.pastedMax)
    throw new AppError('conflict', t('You can paste at most {pastedMax} answers.', { pastedMax: limits.pastedMax }))
  await tx
    .insertInto('comparisonAnswers')
    .values({
      userId,
      comparisonId: id,
      place: Math.max(-1, ...answers.map(({ place }) => place)) + 1,
      model: pasted.model,
      vendor: pasted.vendor ?? null,
      text: cleanText(pasted.text),
      status: 'done',
      price: 0,
      pasted: true,
      answeredAt: now,
    })
    .execute()
}
