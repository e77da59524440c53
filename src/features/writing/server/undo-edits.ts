import { sql } from 'kysely'
import { VersionedPrompt } from '#features/catalogue/contract.ts'
import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import { storePromptChange, type WriteContext } from '#features/catalogue/server/stored/store-prompt-change.ts'
import { type StoredPrompt, storedColumns } from '#features/catalogue/server/stored/stored-prompt.ts'
import { fittingVariables } from '#features/variables/variable-list-rules.ts'
import { storedText } from '#lib/texts.ts'
import { type AuditActor, recordAuditEntry } from '#platform/audit.ts'
import type { Tx } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'

/**
 * Up to `limit` prompts of other people whose newest version is by the user `userId`, in the order of their ids,
 * starting after the id `after`. What only groups may read is left to the groups.
 */
type Batch = { userId: string; after: string | null; limit: number }

/**
 * Reverts a user's edits of other people's prompts, unless somebody else has edited the prompt since. The restored text
 * becomes a new version. Returns how many prompts of the batch were reverted, and the id of its last prompt, or null if
 * no prompts are left.
 */
export async function undoSomeEditsOf(
  tx: Tx,
  actor: AuditActor & { id: string },
  { userId, after, limit }: Batch,
  { now, onPublished }: Pick<WriteContext, 'now' | 'onPublished'>,
): Promise<{ undone: number; last: string | null }> {
  const detectLanguage = await loadLanguageDetector()
  const { rows } = await sql<StoredPrompt>`
    select ${storedColumns} from prompts p
    where p.user_id <> ${userId} and coalesce(p.status_before, p.status) <> 'shared' and p.id > ${after ?? lowestId} and exists (
      select from prompt_versions v where v.prompt_id = p.id and v.version = p.version and v.user_id = ${userId})
    order by p.id limit ${limit} for update`.execute(tx)
  let undone = 0
  for (const before of rows) {
    const text = await textBefore(tx, before, userId)
    if (!text) continue
    const variables = fittingVariables(text.content, text.variables)
    const change = { ...text, variables, language: detectLanguage(text.content) }
    const note = storedText('Restored to the previous version.')
    await storePromptChange(tx, before, change, { userId: actor.id, note, now, onPublished })
    await recordAuditEntry(tx, actor, { action: 'prompt.put-back', target: { kind: 'prompt', id: before.id } })
    undone++
  }
  return { undone, last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
}

/** Returns the latest text by somebody else (for a published prompt, one that was public), or null if there is none. */
async function textBefore(tx: Tx, { id, status }: StoredPrompt, userId: string): Promise<VersionedPrompt | null> {
  const row = await tx
    .selectFrom('promptVersions')
    .select(VersionedPrompt.keyof().options)
    .where('promptId', '=', id)
    .where('userId', '<>', userId)
    .$if(status === 'published', (versions) => versions.where('shown', '=', true))
    .orderBy('version', 'desc')
    .executeTakeFirst()
  return row ?? null
}
