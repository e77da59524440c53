import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'

/**
 * Shows the author of a draft or pending prompt the prompt's page instead of the server's 404 page. Does nothing if
 * `prompt` is null.
 */
export function useShowDraft(slug: string, prompt: Prompt | null): void {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (prompt === null) return
    queryClient.setQueryData(promptQuery(api, slug).queryKey, prompt)
    router.invalidate()
  }, [api, prompt, queryClient, router, slug])
}
