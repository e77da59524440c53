import { sql } from 'kysely'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import { lockProposerAndAuthor } from '#features/change-requests/server/lock-change-request.ts'
import { lockCollection } from '#features/collections/server/lock-collection.ts'
import { lockCommenters } from '#features/comments/server/lock-commenters.ts'
import type { Tx } from '#platform/db.ts'

type ReportedContent = {
  promptId: string | null
  comparisonId: string | null
  collectionId?: string | null
  commentId?: string | null
  changeRequestId?: string | null
}

/**
 * Locks reported content until the transaction ends. Call it before locking the case, because reporting and deciding
 * must lock in the same order to avoid a deadlock. A comparison is locked through its prompt, if it has one.
 */
export async function lockReportedContent(
  tx: Tx,
  { promptId, comparisonId, collectionId, commentId, changeRequestId }: ReportedContent,
): Promise<void> {
  if (collectionId) await lockCollection(tx, collectionId)
  if (promptId !== null) await lockPrompts(tx, [promptId])
  else if (comparisonId !== null) await lockComparison(tx, comparisonId)
  else if (changeRequestId) {
    await lockProposerAndAuthor(tx, changeRequestId)
    await sql`select from change_requests where id = ${changeRequestId} for no key update`.execute(tx)
  } else if (commentId) {
    await lockCommenters(tx, commentId)
    await sql`select from comments where id = ${commentId} for no key update`.execute(tx)
  }
}

async function lockComparison(tx: Tx, id: string): Promise<void> {
  await sql`select from comparisons where id = ${id} for no key update`.execute(tx)
}
