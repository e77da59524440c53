import { useState } from 'react'
import type { AdminPrompt } from '#features/moderation/contract.ts'
import type { Api } from '#web/api.ts'
import type { Input } from '#web/endpoints.ts'
import { useAdminAct } from './use-admin-act.ts'

type Edit = Input<'PATCH /api/admin/prompts/{id}'>['body']
type Step = { label: string; edit: Edit; back?: Edit }

/** Removes, restores, approves and features prompts. Can undo the last action if it is reversible. */
export function useModeratePrompt() {
  const act = useAdminAct()
  const [done, setDone] = useState<{ id: string; message: string; back?: Edit; canUndo: boolean } | null>(null)
  const send = (id: string, body: Edit) =>
    act((api: Api) => api('PATCH /api/admin/prompts/{id}', { params: { id }, body }), 'The prompt was not changed')
  return {
    done,
    moderate: async ({ id, title }: AdminPrompt, { label, edit, back }: Step) => {
      const refusal = await send(id, edit)
      if (!refusal) setDone({ id, message: `${label} “${title}”`, back, canUndo: back !== undefined })
      return refusal
    },
    undo: async () => {
      if (!done?.back) return
      if (!(await send(done.id, done.back))) setDone({ ...done, message: 'Undone.', back: undefined, canUndo: false })
    },
    restoreDeleted: async ({ id, title }: AdminPrompt) => {
      const refusal = await act(
        (api) => api('POST /api/prompts/{id}/restore', { params: { id } }),
        'The prompt was not restored',
      )
      if (!refusal) setDone({ id, message: `Restored “${title}”`, canUndo: false })
      return refusal
    },
  }
}
