import { sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { restoreWithdrawnComparison, withdrawComparison } from '#features/comparison/server/withdraw-comparison.ts'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import { comparisonRemovedEmail, comparisonRestoredEmail } from './author-emails.ts'
import type { ModerationContext } from './moderation-context.ts'
import { notifyUser } from './notify-author.ts'

type ReportedComparison = { comparisonId: string; promptId: string | null; authorId: string }

/**
 * Unpublishes a comparison and ends its sharing. Notifies its owner and emails them the reason, unless the owner is the
 * moderator. Returns whether the comparison was shown before.
 */
export async function takeDownComparison(
  context: ModerationContext,
  tx: Tx,
  moderator: Member,
  { comparisonId, promptId, authorId, reason }: ReportedComparison & { reason: string },
): Promise<boolean> {
  if (!(await withdrawComparison(tx, moderator, comparisonId, reason))) return false
  const title = await findPublicTitle(tx, promptId)
  if (authorId !== moderator.id)
    await notifyUser(context, tx, authorId, decisionOn(comparisonId, 'comparison-removed'), (username) =>
      comparisonRemovedEmail(context, username, { title, id: comparisonId }, reason),
    )
  return true
}

/** Restores a comparison that was taken down. Notifies and emails its owner, unless the owner is the moderator. */
export async function restoreComparison(
  context: ModerationContext,
  tx: Tx,
  moderator: Member,
  { comparisonId, promptId, authorId }: ReportedComparison,
): Promise<void> {
  await restoreWithdrawnComparison(tx, moderator, comparisonId, context.now())
  const title = await findPublicTitle(tx, promptId)
  if (authorId !== moderator.id)
    await notifyUser(context, tx, authorId, decisionOn(comparisonId, 'comparison-restored'), (username) =>
      comparisonRestoredEmail(context, username, { title, id: comparisonId }),
    )
}

function decisionOn(subjectId: string, outcome: 'comparison-removed' | 'comparison-restored') {
  return { outcome, subjectId, promptId: null }
}

/** Returns the prompt's title, or null if there is no prompt or not everybody may read it. */
async function findPublicTitle(tx: Tx, promptId: string | null): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    select p.title from prompts p where p.id = ${promptId} and ${isPublished}`.execute(tx)
  return rows[0]?.title ?? null
}
