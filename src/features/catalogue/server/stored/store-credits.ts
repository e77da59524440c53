import { sql } from 'kysely'
import { siteAccountId } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { creditVersion } from '../../credit-rules.ts'
import { creditAuthors } from '../credit-authors.ts'
import { updateCounts } from '../prompt-counts.ts'
import type { StoredPrompt } from './stored-prompt.ts'

export type CreditedPrompt = StoredPrompt & { credit: string }

/**
 * Recomputes the credited authors of locked prompts, and updates the prompt counts of the former and the new authors.
 */
export async function storeCredits(tx: Tx, prompts: CreditedPrompt[]): Promise<void> {
  const creditedIds = await creditAuthors(
    tx,
    prompts.map(({ credit, userId, authorIds }) => ({
      credit,
      importedBy: userId === siteAccountId ? undefined : userId,
      countedFor: authorIds,
    })),
  )
  const updatedPrompts = prompts.map((prompt, index) => ({ ...prompt, authorIds: creditedIds[index] ?? [] }))
  const changes = updatedPrompts.map(({ id, authorIds }) => ({ id, authors: authorIds }))
  await sql`
    update prompts p set credited_ids = new.authors, credit_version = ${creditVersion}
    from jsonb_to_recordset(${JSON.stringify(changes)}) as new(id uuid, authors uuid[]) where p.id = new.id`.execute(tx)
  await updateCounts(tx, { before: prompts.filter(isPublished), after: updatedPrompts.filter(isPublished) })
}

function isPublished({ status }: StoredPrompt): boolean {
  return status === 'published'
}
