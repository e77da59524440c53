import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'

type DeletablePrompt = { id: string; title: string; removedReason: string | null }

/** Functions that delete and restore a prompt. They resolve to true on success, and show a failure in a notice. */
export function useDeletePrompt() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [deleted, setDeleted] = useState<DeletablePrompt | null>(null)

  const act = async (work: () => Promise<unknown>, failureTitle: string): Promise<boolean> => {
    try {
      await work()
      await queryClient.invalidateQueries()
      return true
    } catch (error) {
      notify({ title: failureTitle, text: (error as Error).message, isFailure: true })
      return false
    }
  }
  return {
    /** The prompt that was deleted last, or null if none was deleted since the last restore. */
    deleted,
    deletePrompt: async (prompt: DeletablePrompt) => {
      const params = { id: prompt.id }
      const isDone = await act(() => api('DELETE /api/prompts/{id}', { params }), t('It was not deleted'))
      if (isDone) setDeleted(prompt)
      return isDone
    },
    restorePrompt: async (prompt: DeletablePrompt) => {
      const params = { id: prompt.id }
      const isDone = await act(() => api('POST /api/prompts/{id}/restore', { params }), t('It was not restored'))
      if (isDone) {
        setDeleted(null)
        notify({ title: t('Restored'), text: prompt.title })
      }
      return isDone
    },
  }
}
