import { sql } from 'kysely'
import { recordContentChange } from '#server/platform/content-changes.ts'
import type { Tx } from '#server/platform/db.ts'
import { listKeysOf } from './list-keys.ts'
import { moveCounts } from './prompt-counts.ts'
import { type StoredPrompt, storedColumns } from './stored-prompt.ts'

/** Prompts per statement: each statement has a time limit and deletes all rows that depend on a prompt. */
const rowsAtOnce = 200

/**
 * Removes a person from the catalogue, in the transaction that deletes the account. Published prompts pass to the
 * account `heirId` or are deleted; all others are deleted. Edits of other people's prompts pass to the heir. Afterwards
 * no row names the person.
 */
export async function giveUpPrompts(
  tx: Tx,
  userId: string,
  { prompts: fate, heirId }: { prompts: 'keep' | 'delete'; heirId: string },
): Promise<void> {
  const { rows } = await sql<StoredPrompt>`
    select ${storedColumns} from prompts p where p.user_id = ${userId} order by p.id for update`.execute(tx)
  const shown = rows.filter(({ status }) => status === 'published')
  const moved = fate === 'keep' ? shown : []
  const gone = rows.filter((prompt) => !moved.includes(prompt)).map(({ id }) => id)
  const ids = moved.map(({ id }) => id)

  const forks = await sql<{ id: string }>`
    update prompts p set fork_of = null where p.fork_of = any(${gone}) returning p.id`.execute(tx)
  const keys =
    shown.length > 0 ? await listKeysOf(tx, [...shown, ...moved.map((prompt) => withHeir(prompt, heirId))]) : []
  for (let start = 0; start < gone.length; start += rowsAtOnce)
    await sql`delete from prompts where id = any(${gone.slice(start, start + rowsAtOnce)})`.execute(tx)
  await sql`update prompts set user_id = ${heirId} where id = any(${ids})`.execute(tx)
  await sql`update prompts set deleted_by = ${heirId} where deleted_by = ${userId}`.execute(tx)
  await sql`update prompt_versions set user_id = ${heirId} where user_id = ${userId}`.execute(tx)
  await moveCounts(tx, { gone: shown, come: moved.map((prompt) => withHeir(prompt, heirId)) })
  await sql`delete from author_totals where user_id = ${userId}`.execute(tx)
  await sql`delete from prompt_counts where scope = 'author' and key = ${userId}`.execute(tx)
  if (keys.length === 0) return
  await recordContentChange(tx, [...shown.map(({ id }) => id), ...forks.rows.map(({ id }) => id), ...keys])
}

function withHeir(prompt: StoredPrompt, heirId: string): StoredPrompt {
  return { ...prompt, userId: heirId }
}
