import { sql } from 'kysely'
import { reassignLabelMoves } from '#features/labels/server/store-label.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { forgetEdits } from './author-counts.ts'
import { cacheKeysOfLists, updateCounts } from './prompt-counts.ts'
import { type StoredPrompt, storedColumns } from './stored/stored-prompt.ts'
import { publishedTranslations } from './translation-queries.ts'

/** How many prompts a statement deletes, with all rows that depend on them. A statement has a time limit. */
const deletedPerStatement = 200

/**
 * Removes a person from the catalogue, in the transaction that deletes the account. The person's published prompts go
 * to the account `newOwnerId` or are deleted, those of groups always go there, so that the groups keep them, and all
 * their other prompts are deleted. Their edits, deletions and moved labels of other people's prompts are attributed to
 * `newOwnerId` too. The person's counts are deleted.
 */
export async function eraseAuthor(
  tx: Tx,
  userId: string,
  { prompts: choice, newOwnerId }: { prompts: 'keep' | 'delete'; newOwnerId: string },
): Promise<void> {
  const { rows } = await sql<StoredPrompt>`
    select ${storedColumns} from prompts p where p.user_id = ${userId} order by p.id for update`.execute(tx)
  const published = rows.filter(({ status }) => status === 'published')
  const reassigned = rows.filter(
    ({ status, groupId }) => groupId !== null || (choice === 'keep' && status === 'published'),
  )
  const deletedIds = rows.filter((prompt) => !reassigned.includes(prompt)).map(({ id }) => id)
  const reassignedIds = reassigned.map(({ id }) => id)

  const forks = await sql<{ id: string }>`
    update prompts p set fork_of = null where p.fork_of = any(${deletedIds}) returning p.id`.execute(tx)
  const translations = await publishedTranslations(published.map(({ id }) => id)).execute(tx)
  const keys =
    published.length > 0
      ? await cacheKeysOfLists(tx, [...published, ...published.map((prompt) => withOwner(prompt, newOwnerId))])
      : []
  await forgetEdits(tx, deletedIds, new Date())
  for (let start = 0; start < deletedIds.length; start += deletedPerStatement)
    await sql`delete from prompts where id = any(${deletedIds.slice(start, start + deletedPerStatement)})`.execute(tx)
  await sql`update prompts set user_id = ${newOwnerId} where id = any(${reassignedIds})`.execute(tx)
  await sql`update prompts set deleted_by = ${newOwnerId} where deleted_by = ${userId}`.execute(tx)
  await sql`update prompt_versions set user_id = ${newOwnerId} where user_id = ${userId}`.execute(tx)
  await reassignLabelMoves(tx, userId, newOwnerId)
  await sql`update prompt_version_credits set user_id = ${newOwnerId} where user_id = ${userId}`.execute(tx)
  const stillPublished = reassigned.filter(({ status }) => status === 'published')
  await updateCounts(tx, { before: published, after: stillPublished.map((prompt) => withOwner(prompt, newOwnerId)) })
  await sql`delete from author_totals where user_id = ${userId}`.execute(tx)
  await sql`delete from author_days where user_id = ${userId}`.execute(tx)
  await sql`delete from prompt_counts where scope = 'author' and key = ${userId}`.execute(tx)
  if (keys.length === 0) return
  await recordContentChange(tx, [...[...published, ...forks.rows, ...translations.rows].map(({ id }) => id), ...keys])
}

function withOwner(prompt: StoredPrompt, newOwnerId: string): StoredPrompt {
  const authorIds = prompt.authorIds.map((id) => (id === prompt.userId ? newOwnerId : id))
  return { ...prompt, userId: newOwnerId, authorIds }
}
