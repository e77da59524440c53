import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { blanksOf } from '#features/variables/variable-rules.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { invalidField, notFound } from '#platform/errors.ts'
import type { ValueSet, ValueSetChange } from '../contract.ts'
import { valuesError } from '../value-set-rules.ts'
import { refuseTakenName } from './save-value-set.ts'
import { toValueSet, valueSetColumns } from './value-set-queries.ts'

/**
 * Renames a member's value set, replaces its values, or does both. Keeps the values of blanks that the current text no
 * longer has. Throws AppError authentication_required, not_found, validation_failed (too many or too long values),
 * conflict (the name is taken).
 */
export function changeValueSet(
  db: Db,
  member: Member,
  { id: idOrSlug, setId }: { id: string; setId: string },
  { name, values }: ValueSetChange,
  now: Date,
): Promise<ValueSet> {
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const prompt = await getPromptOrThrow(tx, member, idOrSlug)
    const before = await tx
      .selectFrom('valueSets')
      .select(valueSetColumns)
      .where('userId', '=', member.id)
      .where('id', '=', setId)
      .where('promptId', '=', prompt.id)
      .executeTakeFirst()
    if (!before) throw notFound(t('This set of values'))
    const filled = values ? { ...valuesOfMissingBlanks(before.filled, prompt.content), ...values } : before.filled
    const refusal = valuesError(filled)
    if (refusal) throw invalidField('values', refusal)
    const after = { name: name ?? before.name, filled, updatedAt: now }
    await store(tx, member.id, setId, after)
    return toValueSet({ ...before, ...after })
  })
}

/** Returns the values of blanks that the text doesn't have. */
function valuesOfMissingBlanks(filled: Record<string, string>, content: string): Record<string, string> {
  const names = new Set(blanksOf(fillableSegments(content)).map(({ name }) => name))
  return Object.fromEntries(Object.entries(filled).filter(([name]) => !names.has(name)))
}

type ValueSetUpdate = { name: string; filled: Record<string, string>; updatedAt: Date }

async function store(tx: Tx, userId: string, id: string, { filled, ...fields }: ValueSetUpdate): Promise<void> {
  await refuseTakenName(fields.name, () =>
    tx
      .updateTable('valueSets')
      .set({ ...fields, filled: JSON.stringify(filled) })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute(),
  )
}
