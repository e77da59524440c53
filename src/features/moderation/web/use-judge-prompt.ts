import { useState } from 'react'
import type { AdminPrompt } from '#features/moderation/contract.ts'
import type { Api } from '#web/api.ts'
import type { Input } from '#web/endpoints.ts'
import { useAdminAct } from './use-admin-act.ts'

type Edit = Input<'PATCH /api/admin/prompts/{id}'>['body']
type Step = { said: string; edit: Edit; back?: Edit }

/** Removes, restores, lets through and features prompts; the last step can be taken back where there is a way back. */
export function useJudgePrompt() {
  const act = useAdminAct()
  const [done, setDone] = useState<{ id: string; said: string; back?: Edit; canUndo: boolean } | null>(null)
  const send = (id: string, body: Edit) =>
    act((api: Api) => api('PATCH /api/admin/prompts/{id}', { params: { id }, body }), 'It was not done')
  return {
    done,
    judge: async ({ id, title }: AdminPrompt, { said, edit, back }: Step) => {
      const refusal = await send(id, edit)
      if (!refusal) setDone({ id, said: `${said} “${title}”`, back, canUndo: back !== undefined })
      return refusal
    },
    undo: async () => {
      if (!done?.back) return
      if (!(await send(done.id, done.back))) setDone({ ...done, said: 'Taken back.', back: undefined, canUndo: false })
    },
    bringBack: async ({ id, title }: AdminPrompt) => {
      const refusal = await act(
        (api) => api('POST /api/prompts/{id}/restore', { params: { id } }),
        'It was not brought back',
      )
      if (!refusal) setDone({ id, said: `Brought back “${title}”`, canUndo: false })
      return refusal
    },
  }
}
