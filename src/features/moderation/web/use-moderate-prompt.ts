import { useState } from 'react'
import type { Api } from '#client/api.ts'
import type { Input } from '#client/endpoints.ts'
import type { AdminPrompt } from '#features/moderation/content-contract.ts'
import { t } from '#lib/texts.ts'
import { useAdminRequest } from './use-admin-request.ts'

type Edit = Input<'PATCH /api/admin/prompts/{id}'>['body']
/** `label` begins the message that confirms the step, such as “Removed”. */
type ModerationStep = { label: string; edit: Edit; undoEdit?: Edit }

/** Removes, restores, approves and features prompts. Can undo the last action if it is reversible. */
export function useModeratePrompt() {
  const request = useAdminRequest()
  const [lastAction, setLastAction] = useState<{
    id: string
    message: string
    undoEdit?: Edit
    canUndo: boolean
  } | null>(null)
  const send = (id: string, body: Edit) =>
    request(
      (api: Api) => api('PATCH /api/admin/prompts/{id}', { params: { id }, body }),
      t('The prompt was not changed'),
    )
  return {
    lastAction,
    moderate: async ({ id, title }: AdminPrompt, { label, edit, undoEdit }: ModerationStep) => {
      const refusal = await send(id, edit)
      if (!refusal) setLastAction({ id, message: `${label} “${title}”`, undoEdit, canUndo: undoEdit !== undefined })
      return refusal
    },
    undo: async () => {
      if (!lastAction?.undoEdit) return
      if (!(await send(lastAction.id, lastAction.undoEdit)))
        setLastAction({ ...lastAction, message: t('Undone.'), undoEdit: undefined, canUndo: false })
    },
    restoreDeleted: async ({ id, title }: AdminPrompt) => {
      const refusal = await request(
        (api) => api('POST /api/prompts/{id}/restore', { params: { id } }),
        t('The prompt was not restored'),
      )
      if (!refusal) setLastAction({ id, message: t('Restored “{title}”', { title }), canUndo: false })
      return refusal
    },
  }
}
