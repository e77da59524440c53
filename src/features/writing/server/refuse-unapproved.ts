import { sql } from 'kysely'
import type { PromptStatus } from '#features/catalogue/rules.ts'
import type { LockedPrompt } from '#features/catalogue/server/stored/stored-prompt.ts'
import { t } from '#lib/texts.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'

/** A change: the prompt before it (null for a new one), its group and status afterwards, and whether its text changes. */
type Change = { before: LockedPrompt | null; groupId: string | null; status: PromptStatus; isEdited: boolean }

/**
 * Refuses what must wait for an approver: in a group that needs approval, a prompt that is new there, another text, and
 * publication for everybody. Taking a prompt back needs no approval. The lock keeps the setting as it is. Throws AppError
 * forbidden.
 */
export async function refuseUnapproved(tx: Tx, { before, groupId, status, isEdited }: Change): Promise<void> {
  const id = before?.groupId ?? groupId
  const isForAll = status === 'published' || status === 'pending'
  const isForMore = before === null || before.groupId === null || (isForAll && before.status !== status)
  if (id === null || groupId === null || !(isEdited || isForMore)) return
  const { rows } = await sql<{ needsApproval: boolean }>`
    select needs_approval from groups where id = ${id} for share`.execute(tx)
  if (rows[0]?.needsApproval)
    throw new AppError(
      'forbidden',
      before === null
        ? t('This group needs approval. Save the prompt as a draft, then send it to the group for approval.')
        : t('This group needs approval. Send the change for approval instead.'),
    )
}
