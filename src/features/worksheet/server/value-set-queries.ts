import { sql } from 'kysely'
import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { type NamedPrompt, promptNameFor } from '#features/catalogue/server/prompt-visibility.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import type { ValueSet } from '../contract.ts'

type ValueSetRow = {
  id: string
  name: string
  filled: Record<string, string>
  createdAt: Date
  updatedAt: Date
}

export const valueSetColumns = ['id', 'name', 'filled', 'createdAt', 'updatedAt'] as const

/** Converts a row that `valueSetColumns` selects. */
export function toValueSet({ id, name, filled, createdAt, updatedAt }: ValueSetRow): ValueSet {
  return { id, name, values: filled, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

/**
 * Returns a member's value sets for a prompt (id or slug) that they may see, sorted by name. Throws AppError not_found.
 */
export async function listValueSets(db: Db, member: Member, idOrSlug: string): Promise<ValueSet[]> {
  const { id } = await getPromptOrThrow(db, member, idOrSlug)
  const rows = await db
    .selectFrom('valueSets')
    .select(valueSetColumns)
    .where('userId', '=', member.id)
    .where('promptId', '=', id)
    .orderBy('name')
    .execute()
  return rows.map(toValueSet)
}

/** `prompt.slug` and `prompt.title` are null if the member may no longer see the prompt. */
export type ExportedValueSet = Omit<ValueSet, 'id'> & { prompt: NamedPrompt }

/** Returns all value sets of a member for their data export. */
export async function exportValueSets(db: Db, userId: string): Promise<ExportedValueSet[]> {
  const { rows } = await sql<ValueSetRow & { prompt: NamedPrompt }>`
    select ${promptNameFor(userId)} as prompt, v.id, v.name, v.filled, v.created_at, v.updated_at
    from value_sets v join prompts p on p.id = v.prompt_id
    where v.user_id = ${userId} order by v.created_at, v.id`.execute(db)
  return rows.map(({ prompt, ...row }) => {
    const { id: _, ...set } = toValueSet(row)
    return { prompt, ...set }
  })
}
