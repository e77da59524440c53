import { sql } from 'kysely'
import type { Member } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db.ts'
import { loadLanguageDetector } from './eld.ts'
import { type StoredPrompt, storedColumns } from './lock-prompt.ts'
import type { Writing } from './prompt-writing.ts'
import { storePromptChange } from './store-prompt-change.ts'

type Text = Pick<StoredPrompt, 'title' | 'description' | 'content'>

/**
 * Puts the texts of other people's prompts back to what they were before this person edited them, where nobody has
 * edited them since; it becomes a version of its own. Answers how many prompts that were.
 */
export async function undoEditsOf(
  tx: Tx,
  member: Member,
  userId: string,
  { now, onPublished }: Pick<Writing, 'now' | 'onPublished'>,
): Promise<number> {
  const detectLanguage = await loadLanguageDetector()
  const { rows } = await sql<StoredPrompt>`
    select ${storedColumns} from prompts p
    where p.user_id <> ${userId} and exists (
      select from prompt_versions v where v.prompt_id = p.id and v.version = p.version and v.user_id = ${userId})
    order by p.id for update`.execute(tx)
  let undone = 0
  for (const before of rows) {
    const text = await textBefore(tx, before, userId)
    if (!text) continue
    const change = { ...text, language: detectLanguage(text.content) }
    const note = 'Put back to what it was before.'
    await storePromptChange(tx, before, change, { userId: member.id, note, now, onPublished })
    await recordAct(tx, member, { action: 'prompt.put-back', target: { kind: 'prompt', id: before.id } })
    undone++
  }
  return undone
}

/** What the prompt said last before this person's edits; null when nobody else wrote any of it. */
async function textBefore(tx: Tx, { id }: StoredPrompt, userId: string): Promise<Text | null> {
  const row = await tx
    .selectFrom('prompt_versions')
    .select(['title', 'description', 'content'])
    .where('prompt_id', '=', id)
    .where('user_id', '<>', userId)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  return row ?? null
}
