import { useState } from 'react'
import type { Input } from '#client/endpoints.ts'
import type { ReportCase } from '#features/moderation/report-contract.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { type Refusal, useAdminRequest } from '../use-admin-request.ts'
import { subjectOf } from './report-subject.tsx'

export type Decision = Input<'POST /api/admin/reports/{id}'>['body']
/** `id` is the case's. `movedFrom` is the id of the moved prompt and the slug of its previous category. */
type LastDecision = { message: string; canUndo: boolean; id: string; movedFrom?: { id: string; category: string } }

const labels = {
  dismiss: msg('Dismissed: “{title}”'),
  remove: msg('Removed: “{title}”'),
  ban: msg('Banned, and removed: “{title}”'),
  reopen: msg('Reopened: “{title}”'),
} as const

/**
 * Decides cases, or closes them by moving the prompt to another category. Can undo a dismissal, removal or move.
 * `decide` and `move` return null on success, otherwise the server's errors by form field.
 */
export function useDecideReport() {
  const request = useAdminRequest()
  const [lastDecision, setLastDecision] = useState<LastDecision | null>(null)
  const send = ({ id }: { id: string }, body: Decision) =>
    request((api) => api('POST /api/admin/reports/{id}', { params: { id }, body }), t('The decision was not saved'))
  const sendCategory = (promptId: string, category: string) =>
    request(
      (api) => api('PATCH /api/admin/prompts/{id}', { params: { id: promptId }, body: { category } }),
      t('The prompt was not moved'),
    )
  return {
    lastDecision,
    move: async (reportCase: ReportCase, category: { slug: string; name: string }): Promise<Refusal | null> => {
      const { prompt } = reportCase
      if (!prompt) return null
      const refusal = (await sendCategory(prompt.id, category.slug)) ?? (await send(reportCase, { action: 'dismiss' }))
      if (!refusal)
        setLastDecision({
          id: reportCase.id,
          message: t('Moved to {name}: “{title}”', { name: category.name, title: prompt.title }),
          canUndo: true,
          movedFrom: { id: prompt.id, category: prompt.category.slug },
        })
      return refusal
    },
    decide: async (reportCase: ReportCase, decision: Decision): Promise<Refusal | null> => {
      const refusal = await send(reportCase, { editedAt: reportCase.comment?.editedAt, ...decision })
      const { action } = decision
      if (!refusal)
        setLastDecision({
          id: reportCase.id,
          message: translate(labels[action], { title: subjectOf(reportCase).title }),
          canUndo: action === 'dismiss' || action === 'remove',
        })
      return refusal
    },
    undo: async () => {
      if (!lastDecision) return
      const { movedFrom } = lastDecision
      const refusal = movedFrom ? await sendCategory(movedFrom.id, movedFrom.category) : null
      if (!refusal && !(await send(lastDecision, { action: 'reopen' })))
        setLastDecision({ ...lastDecision, message: t('Undone. The case is open again.'), canUndo: false })
    },
  }
}
