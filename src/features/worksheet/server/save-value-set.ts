import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx, violatesKey } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { ValueSet, ValueSetDraft } from '../contract.ts'
import { valueSetLimits } from '../value-set-rules.ts'
import { toValueSet, valueSetColumns } from './value-set-queries.ts'

/**
 * Saves values for a prompt (id or slug) that the member may see, under a name. Throws AppError authentication_required,
 * not_found, conflict (the name is taken, or the member has too many value sets).
 */
export function saveValueSet(
  db: Db,
  member: Member,
  idOrSlug: string,
  { name, values }: ValueSetDraft,
  now: Date,
): Promise<ValueSet> {
  return inTransaction(db, async (tx) => {
    // The lock makes a member's writes run one after the other. Concurrent ones could exceed the limits.
    await lockWriter(tx, member)
    const { id: promptId } = await getPromptOrThrow(tx, member, idOrSlug)
    await lockPromptRow(tx, promptId)
    await refuseTooManySets(tx, member.id, promptId)
    const row = await refuseTakenName(name, () =>
      tx
        .insertInto('valueSets')
        .values({
          userId: member.id,
          id: newId(),
          promptId,
          name,
          filled: JSON.stringify(values),
          createdAt: now,
          updatedAt: now,
        })
        .returning(valueSetColumns)
        .executeTakeFirstOrThrow(),
    )
    return toValueSet(row)
  })
}

/** Keeps the prompt's row from being deleted until the transaction ends. Throws AppError not_found. */
async function lockPromptRow(tx: Tx, promptId: string): Promise<void> {
  const row = await tx.selectFrom('prompts').select('id').where('id', '=', promptId).forKeyShare().executeTakeFirst()
  if (!row) throw notFound(t('This prompt'))
}

async function refuseTooManySets(tx: Tx, userId: string, promptId: string): Promise<void> {
  const { all, forPrompt } = await tx
    .selectFrom('valueSets')
    .where('userId', '=', userId)
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('promptId', '=', promptId).as('forPrompt'),
    ])
    .executeTakeFirstOrThrow()
  const { perPrompt, perMember } = valueSetLimits
  if (forPrompt >= perPrompt)
    throw new AppError(
      'conflict',
      t('You have {perPrompt} sets of values for this prompt. Delete one first.', { perPrompt }),
    )
  if (all >= perMember)
    throw new AppError(
      'conflict',
      t('You have {perMember} sets of values in all. Delete some that you no longer use.', { perMember }),
    )
}

/** Runs `write`. Throws AppError conflict if the member already has a value set with this name for the prompt. */
export async function refuseTakenName<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!violatesKey(error, 'value_sets_name')) throw error
    throw new AppError(
      'conflict',
      t('You already have values named “{name}” for this prompt. Choose another name.', { name }),
    )
  }
}
