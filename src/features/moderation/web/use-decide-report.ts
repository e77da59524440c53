import { useState } from 'react'
import type { ReportCase } from '#features/moderation/contract.ts'
import type { Input } from '#web/endpoints.ts'
import { subjectOf } from './report-subject.ts'
import { type Refusal, useAdminRequest } from './use-admin-request.ts'

export type Decision = Input<'POST /api/admin/reports/{id}'>['body']
type Done = { message: string; canUndo: boolean; id: string }

const labels = {
  dismiss: 'Dismissed:',
  remove: 'Removed:',
  ban: 'Banned, and removed:',
  reopen: 'Reopened:',
} as const

/** Decides reports, and can undo the last decision unless it was a ban. */
export function useDecideReport() {
  const request = useAdminRequest()
  const [done, setDone] = useState<Done | null>(null)
  const send = ({ id }: { id: string }, body: Decision) =>
    request((api) => api('POST /api/admin/reports/{id}', { params: { id }, body }), 'The decision was not saved')
  return {
    done,
    decide: async (reportCase: ReportCase, decision: Decision): Promise<Refusal | null> => {
      const refusal = await send(reportCase, { editedAt: reportCase.comment?.editedAt, ...decision })
      const { action } = decision
      if (!refusal)
        setDone({
          id: reportCase.id,
          message: `${labels[action]} “${subjectOf(reportCase).title}”`,
          canUndo: action === 'dismiss' || action === 'remove',
        })
      return refusal
    },
    undo: async () => {
      if (done && !(await send(done, { action: 'reopen' })))
        setDone({ ...done, message: 'Undone. The case is open again.', canUndo: false })
    },
  }
}
