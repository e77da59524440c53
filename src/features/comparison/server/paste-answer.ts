import { lockWriter } from '#features/accounts/server/lock-user.ts'
import type { ModelVendor } from '#features/models/rules.ts'
import { cleanText } from '#features/models/rules.ts'
import type { Member } from '#server/platform/actor.ts'
import { type Db, inTransaction } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Comparison } from '../contract.ts'
import { comparisonLimits as limits } from '../rules.ts'
import { getOwnComparisonOrThrow, readComparison } from './comparison-queries.ts'

type Pasted = { model: string; vendor?: ModelVendor; text: string }

/** Adds an answer from elsewhere to a comparison of one's own, marked as such. AppError authentication_required, not_found, conflict. */
export async function pasteAnswer(db: Db, member: Member, id: string, pasted: Pasted, now: Date): Promise<Comparison> {
  await getOwnComparisonOrThrow(db, member, id)
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    // One at a time: the next place is looked for below.
    await tx
      .selectFrom('comparisons')
      .select('id')
      .where('user_id', '=', member.id)
      .where('id', '=', id)
      .forUpdate()
      .execute()
    const there = await tx
      .selectFrom('comparison_answers')
      .select(['place', 'model', 'pasted'])
      .where('user_id', '=', member.id)
      .where('comparison_id', '=', id)
      .execute()
    if (there.some(({ model }) => model === pasted.model))
      throw new AppError('conflict', `There is an answer called “${pasted.model}” here already. Give it another name.`)
    if (there.filter((answer) => answer.pasted).length >= limits.pastedMax)
      throw new AppError('conflict', `${limits.pastedMax} pasted answers are the most.`)
    await tx
      .insertInto('comparison_answers')
      .values({
        user_id: member.id,
        comparison_id: id,
        place: Math.max(-1, ...there.map(({ place }) => place)) + 1,
        model: pasted.model,
        vendor: pasted.vendor ?? null,
        text: cleanText(pasted.text),
        status: 'done',
        price: 0,
        pasted: true,
        answered_at: now,
      })
      .execute()
    return readComparison(tx, member, id, { now })
  })
}
