import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { track } from '#client/analytics-events.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import type { CopyWay } from '#features/prompt-statistics/rules.ts'

type CopiedPrompt = { id: string; slug: string }

/**
 * Returns a function that counts a copy, or a run (`way`), in the background. It ignores failures, because the copy
 * itself succeeded. The prompt's page shows the new number immediately, and lists show it after their next fetch.
 */
export function useCountCopy(): (prompt: CopiedPrompt, way?: CopyWay) => void {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return ({ id, slug }, way) => {
    track('copy_prompt', { prompt: slug })
    api('POST /api/prompts/{id}/copy', { params: { id }, query: { way } }).then(
      ({ copies }) =>
        queryClient.setQueryData(promptQuery(api, slug).queryKey, (prompt) => prompt && { ...prompt, copies }),
      () => undefined,
    )
  }
}
