import { sql } from 'kysely'
import type { PromptText } from '#features/catalogue/contract.ts'
import { findHiddenCharacters, hiddenVersion } from '#features/catalogue/hidden-character-rules.ts'
import { textColumns } from '#features/catalogue/server/prompt-versions.ts'
import type { Renewal } from '#features/catalogue/server/stored/renew-stored.ts'
import type { Tx } from '#platform/database/db.ts'

/** Returns the columns of a suggested edit's text, including what follows from it. */
export function requestColumns(text: PromptText) {
  return { ...textColumns(text), ...hiddenColumns(text.content) }
}

function hiddenColumns(content: string) {
  return { hiddenCharacters: JSON.stringify(findHiddenCharacters(content)), hiddenVersion }
}

const isDue = sql`r.hidden_version < ${hiddenVersion}`

/** Recomputes the hidden characters of suggested edits that an older version of the rules found. No page is cached. */
export const hiddenCharacterRenewal: Renewal = {
  table: 'change_requests',
  isDue,
  batchRows: 200,
  renew: renewHiddenCharacters,
  isShown: false,
}

async function renewHiddenCharacters(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; content: string }>`
    select r.id, r.content from change_requests r where r.id = any(${ids}) and ${isDue} for update skip locked`.execute(
    tx,
  )
  for (const { id, content } of rows)
    await tx.updateTable('changeRequests').set(hiddenColumns(content)).where('id', '=', id).execute()
  return rows.map(({ id }) => id)
}
