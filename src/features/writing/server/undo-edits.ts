import { sql } from 'kysely'
import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import type { Writing } from '#features/catalogue/server/prompt-writing.ts'
import { storePromptChange } from '#features/catalogue/server/store-prompt-change.ts'
import { type StoredPrompt, storedColumns } from '#features/catalogue/server/stored-prompt.ts'
import { type Doer, recordAct } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db.ts'
import { lowestId } from '#server/platform/ids.ts'

type Text = Pick<StoredPrompt, 'title' | 'description' | 'content'>

/** Up to `limit` prompts that come after the prompt `after` by id. */
type Part = { userId: string; after: string | null; limit: number }

/**
 * Puts the texts of other people's prompts back to what they were before this person edited them, where nobody has
 * edited them since; it becomes a version of its own. Answers how many of a part were put back, and the last prompt of
 * the part: null when there is no more.
 */
export async function undoSomeEditsOf(
  tx: Tx,
  doer: Doer & { id: string },
  { userId, after, limit }: Part,
  { now, onPublished }: Pick<Writing, 'now' | 'onPublished'>,
): Promise<{ undone: number; last: string | null }> {
  const detectLanguage = await loadLanguageDetector()
  const { rows } = await sql<StoredPrompt>`
    select ${storedColumns} from prompts p
    where p.user_id <> ${userId} and p.id > ${after ?? lowestId} and exists (
      select from prompt_versions v where v.prompt_id = p.id and v.version = p.version and v.user_id = ${userId})
    order by p.id limit ${limit} for update`.execute(tx)
  let undone = 0
  for (const before of rows) {
    const text = await textBefore(tx, before, userId)
    if (!text) continue
    const change = { ...text, language: detectLanguage(text.content) }
    const note = 'Put back to what it was before.'
    await storePromptChange(tx, before, change, { userId: doer.id, note, now, onPublished })
    await recordAct(tx, doer, { action: 'prompt.put-back', target: { kind: 'prompt', id: before.id } })
    undone++
  }
  return { undone, last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
}

/**
 * What the prompt said last before this person's edits; null when nobody else wrote any of it. A published prompt gets no
 * text back that was taken away, or that was never public.
 */
async function textBefore(tx: Tx, { id, status }: StoredPrompt, userId: string): Promise<Text | null> {
  const row = await tx
    .selectFrom('prompt_versions')
    .select(['title', 'description', 'content'])
    .where('prompt_id', '=', id)
    .where('user_id', '<>', userId)
    .$if(status === 'published', (versions) => versions.where('shown', '=', true))
    .orderBy('version', 'desc')
    .executeTakeFirst()
  return row ?? null
}
