import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { OwnPrompt, PromptCheck } from '#features/writing/contract.ts'
import { hasWarnings } from '#features/writing/warning-rules.ts'
import { notify } from '#ui/notice.tsx'

/**
 * The returned `publish` publishes the draft. If the draft has warnings, `publish` only sets `warnings`, and
 * `publish(true)` then publishes it anyway. A notice shows whether it was published.
 */
export function usePublishDraft({ id, title, description, content, forkOf, version }: OwnPrompt) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [warnings, setWarnings] = useState<PromptCheck | null>(null)

  const publish = async (ignoresWarnings = false) => {
    if (isBusy) return
    setBusy(true)
    try {
      if (!ignoresWarnings) {
        const except = [id, ...(forkOf ? [forkOf.slug] : [])]
        const check = await api('POST /api/prompts/check', { body: { title, description, content, except } })
        if (hasWarnings(check)) return setWarnings(check)
      }
      const body = { status: 'published' as const, version }
      const { status } = await api('PATCH /api/prompts/{id}', { params: { id }, body })
      notify({ title: status === 'pending' ? 'Sent to the moderators' : 'Published', text: title })
      await queryClient.invalidateQueries()
    } catch (error) {
      notify({ title: 'It was not published', text: (error as Error).message, isFailure: true })
    } finally {
      setBusy(false)
    }
  }
  return { publish, isBusy, warnings, dismiss: () => setWarnings(null) }
}
