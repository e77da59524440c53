import type { Tx } from '#server/platform/db.ts'
import { recomputeTests } from './recompute-tests.ts'

/**
 * What a banned person shows of comparisons is shown no more, and their votes on any are forgotten; the comparisons
 * themselves stay theirs.
 */
export async function withdrawComparisonsOf(tx: Tx, userId: string): Promise<void> {
  const shown = await tx
    .updateTable('comparisons')
    .set({ published_at: null, shared_at: null })
    .where('user_id', '=', userId)
    .where((is) => is.or([is('published_at', 'is not', null), is('shared_at', 'is not', null)]))
    .returning('prompt_id')
    .execute()
  const voted = await tx
    .deleteFrom('comparison_votes')
    .using('comparisons')
    .whereRef('comparisons.id', '=', 'comparison_votes.comparison_id')
    .where('comparison_votes.user_id', '=', userId)
    .returning('comparisons.prompt_id')
    .execute()
  const prompts = new Set([...shown, ...voted].flatMap(({ prompt_id }) => prompt_id ?? []))
  for (const promptId of [...prompts].sort()) await recomputeTests(tx, promptId)
}
