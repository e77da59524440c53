import type { VersionedPrompt } from '#features/catalogue/contract.ts'
import { findHiddenCharacters, hiddenVersion } from '#features/catalogue/hidden-character-rules.ts'
import { versionColumns } from '#features/catalogue/server/prompt-versions.ts'
import type { Renewal } from '#features/catalogue/server/renew-stored.ts'

/** Returns the columns of a suggested edit's text, including what follows from it. */
export function requestColumns(text: VersionedPrompt) {
  return { ...versionColumns(text), ...hiddenColumns(text.content) }
}

function hiddenColumns(content: string) {
  return { hiddenCharacters: JSON.stringify(findHiddenCharacters(content)), hiddenVersion }
}

/** How many suggested edits each transaction recomputes. */
const batchRows = 200

/** Recomputes the hidden characters of suggested edits that an older version of the rules found. No page is cached. */
export const hiddenCharacterRenewal: Renewal = {
  isShown: false,
  renewSome: async (tx) => {
    const rows = await tx
      .selectFrom('changeRequests')
      .select(['id', 'content'])
      .where('hiddenVersion', '<', hiddenVersion)
      .orderBy('id')
      .limit(batchRows)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, content } of rows)
      await tx.updateTable('changeRequests').set(hiddenColumns(content)).where('id', '=', id).execute()
    return rows.map(({ id }) => id)
  },
}
