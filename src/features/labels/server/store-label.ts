import { t } from '#lib/texts.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { labelLimits } from '../rules.ts'

/** A label of a prompt, and the version on which to put it. Null: remove it. */
export type LabelTarget = { promptId: string; label: string; version: number | null }

/**
 * Puts a label on a version of a prompt, or removes it, and records who did. Drops the pages that show it. The caller
 * must lock the prompt. Returns the version on which the label was, or null if it was new. A repeated call changes
 * nothing. Throws AppError conflict if the prompt would have too many labels, or if `expected` is another version than
 * the one on which the label is.
 */
export async function storeLabel(
  tx: Tx,
  { promptId, label, version }: LabelTarget,
  { userId, now, expected }: { userId: string; now: Date; expected?: number | null },
): Promise<{ from: number | null; isMoved: boolean }> {
  const labels = await tx
    .selectFrom('promptLabels')
    .select(['label', 'version'])
    .where('promptId', '=', promptId)
    .execute()
  const from = labels.find((one) => one.label === label)?.version ?? null
  if (from === version) return { from, isMoved: false }
  if (expected !== undefined && expected !== from) throw movedByOthers(label, from)
  if (from === null && labels.length >= labelLimits.perPrompt)
    throw new AppError(
      'conflict',
      t('A prompt can have {perPrompt} labels. Remove one first.', { perPrompt: labelLimits.perPrompt }),
    )
  if (version === null) {
    await tx.deleteFrom('promptLabels').where('promptId', '=', promptId).where('label', '=', label).execute()
  } else {
    await tx
      .insertInto('promptLabels')
      .values({ promptId, label, version, movedAt: now })
      .onConflict((conflict) => conflict.columns(['promptId', 'label']).doUpdateSet({ version, movedAt: now }))
      .execute()
  }
  await tx
    .insertInto('promptLabelMoves')
    .values({ id: newId(), promptId, label, fromVersion: from, toVersion: version, userId, movedAt: now })
    .execute()
  await recordContentChange(tx, [promptId])
  return { from, isMoved: true }
}

function movedByOthers(label: string, from: number | null): AppError {
  const message =
    from === null
      ? t('Meanwhile the label “{label}” isn’t on any version. Look at the history, then move it again.', { label })
      : t('Meanwhile the label “{label}” is on version {from}. Look at the history, then move it again.', {
          label,
          from,
        })
  return new AppError('conflict', message)
}

/** Stores the labels on the first versions of new prompts. */
export async function insertLabels(
  tx: Tx,
  prompts: { promptId: string; labels: string[]; userId: string; movedAt: Date }[],
): Promise<void> {
  const rows = prompts.flatMap(({ labels, ...row }) => [...new Set(labels)].map((label) => ({ ...row, label })))
  if (rows.length === 0) return
  const standing = rows.map(({ userId: _, ...row }) => ({ ...row, version: 1 }))
  await tx.insertInto('promptLabels').values(standing).execute()
  const moves = rows.map((row) => ({ ...row, id: newId(), fromVersion: null, toVersion: 1 }))
  await tx.insertInto('promptLabelMoves').values(moves).execute()
}

/** Attributes a person's moves of labels to another account, in the transaction that deletes theirs. */
export async function reassignLabelMoves(tx: Tx, userId: string, newOwnerId: string): Promise<void> {
  await tx.updateTable('promptLabelMoves').set({ userId: newOwnerId }).where('userId', '=', userId).execute()
}
