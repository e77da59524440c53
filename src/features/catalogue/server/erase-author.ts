import { sql } from 'kysely'
import { recordContentChange } from '#platform/content-changes.ts'
import type { Tx } from '#platform/db.ts'
import { cacheKeysOfLists } from './list-keys.ts'
import { updateCounts } from './prompt-counts.ts'
import { type StoredPrompt, storedColumns } from './stored-prompt.ts'

/** How many prompts a statement deletes, with all rows that depend on them. A statement has a time limit. */
const deletedPerStatement = 200

/**
 * Removes a person from the catalogue, in the transaction that deletes the account. The person's published prompts go
 * to the account `newOwnerId` or are deleted, and all their other prompts are deleted. Their edits and deletions of
 * other people's prompts are attributed to `newOwnerId` too. The person's counts are deleted.
 */
export async function eraseAuthor(
  tx: Tx,
  userId: string,
  { prompts: choice, newOwnerId }: { prompts: 'keep' | 'delete'; newOwnerId: string },
): Promise<void> {
  const { rows } = await sql<StoredPrompt>`
    select ${storedColumns} from prompts p where p.user_id = ${userId} order by p.id for update`.execute(tx)
  const published = rows.filter(({ status }) => status === 'published')
  const reassigned = choice === 'keep' ? published : []
  const deletedIds = rows.filter((prompt) => !reassigned.includes(prompt)).map(({ id }) => id)
  const reassignedIds = reassigned.map(({ id }) => id)

  const forks = await sql<{ id: string }>`
    update prompts p set fork_of = null where p.fork_of = any(${deletedIds}) returning p.id`.execute(tx)
  const keys =
    published.length > 0
      ? await cacheKeysOfLists(tx, [...published, ...reassigned.map((prompt) => withOwner(prompt, newOwnerId))])
      : []
  for (let start = 0; start < deletedIds.length; start += deletedPerStatement)
    await sql`delete from prompts where id = any(${deletedIds.slice(start, start + deletedPerStatement)})`.execute(tx)
  await sql`update prompts set user_id = ${newOwnerId} where id = any(${reassignedIds})`.execute(tx)
  await sql`update prompts set deleted_by = ${newOwnerId} where deleted_by = ${userId}`.execute(tx)
  await sql`update prompt_versions set user_id = ${newOwnerId} where user_id = ${userId}`.execute(tx)
  await sql`update prompt_version_credits set user_id = ${newOwnerId} where user_id = ${userId}`.execute(tx)
  await updateCounts(tx, { before: published, after: reassigned.map((prompt) => withOwner(prompt, newOwnerId)) })
  await sql`delete from author_totals where user_id = ${userId}`.execute(tx)
  await sql`delete from author_days where user_id = ${userId}`.execute(tx)
  await sql`delete from prompt_counts where scope = 'author' and key = ${userId}`.execute(tx)
  if (keys.length === 0) return
  await recordContentChange(tx, [...published.map(({ id }) => id), ...forks.rows.map(({ id }) => id), ...keys])
}

function withOwner(prompt: StoredPrompt, newOwnerId: string): StoredPrompt {
  const authorIds = prompt.authorIds.map((id) => (id === prompt.userId ? newOwnerId : id))
  return { ...prompt, userId: newOwnerId, authorIds }
}
