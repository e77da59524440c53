import { sql } from 'kysely'
import type { Member } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { recomputeTests } from './recompute-tests.ts'

export type ShownComparison = { id: string; ownerId: string; promptId: string }

/** A comparison that a published prompt's page shows; AppError not_found. */
export async function getShownComparisonOrThrow(tx: Tx, id: string): Promise<ShownComparison> {
  const { rows } = isId(id)
    ? await sql<ShownComparison>`
        select c.id, c.user_id as "ownerId", c.prompt_id as "promptId" from comparisons c
        join prompts p on p.id = c.prompt_id and p.status = 'published'
        where c.id = ${id} and c.published_at is not null`.execute(tx)
    : { rows: [] }
  if (!rows[0]) throw notFound('This comparison')
  return rows[0]
}

/**
 * Takes a published or shared comparison down, with a reason that its owner reads. Answers whether there was something to
 * take down. The caller asked whether the member may.
 */
export async function withdrawComparison(tx: Tx, member: Member, id: string, reason: string): Promise<boolean> {
  const row = await tx
    .updateTable('comparisons')
    .set({ published_at: null, shared_at: null, withdrawn_reason: reason })
    .where('id', '=', id)
    .where((is) => is.or([is('published_at', 'is not', null), is('shared_at', 'is not', null)]))
    .returning('prompt_id')
    .executeTakeFirst()
  if (!row) return false
  if (row.prompt_id) await recomputeTests(tx, row.prompt_id)
  await recordAct(tx, member, { action: 'comparison.withdraw', target: { kind: 'comparison', id } })
  return true
}

/** Shows a comparison on its prompt's page again that a moderator took down. Its link has to be shared anew. */
export async function showComparisonAgain(tx: Tx, member: Member, id: string, now: Date): Promise<void> {
  const row = await tx
    .updateTable('comparisons')
    .set({ published_at: now, withdrawn_reason: null })
    .where('id', '=', id)
    .where('withdrawn_reason', 'is not', null)
    .returning('prompt_id')
    .executeTakeFirst()
  if (!row) return
  if (row.prompt_id) await recomputeTests(tx, row.prompt_id)
  await recordAct(tx, member, { action: 'comparison.show', target: { kind: 'comparison', id } })
}
