import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isNotFoundError } from '#client/not-found.ts'
import { PromptPending } from '#features/catalogue/web/pending.tsx'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { t } from '#lib/texts.ts'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { ownPendingQuery, requestQuery } from './request-queries.ts'
import { SuggestForm } from './suggest-form.tsx'

/**
 * Shows the form for suggesting an edit of a prompt (by id, slug or former slug), or for revising the undecided edit
 * that the member has already suggested.
 */
export function SuggestPage({ id, notFound }: { id: string; notFound: ReactNode }) {
  const { api } = useRouteContext({ from: '__root__' })
  const prompt = useQuery({ ...promptQuery(api, id), staleTime: 0 })
  const requests = useQuery(ownPendingQuery(api))
  const ownRequest = requests.data?.items.find((request) => request.prompt.id === prompt.data?.id)
  const request = useQuery({ ...requestQuery(api, ownRequest?.id ?? ''), enabled: ownRequest !== undefined })
  const error = prompt.error ?? requests.error ?? request.error
  if (isNotFoundError(error)) return notFound
  if (error) {
    const retry = () => Promise.all([prompt, requests, request].map((query) => query.error && query.refetch()))
    return (
      <div className="wrap pt-10">
        <LoadFailure title={t('The form could not be loaded')} error={error} onRetry={retry} />
      </div>
    )
  }
  // The form keeps the texts that it starts with, so it doesn't start with cached ones.
  const isFetching = prompt.isFetching || requests.isFetching || request.isFetching
  if (!prompt.data || !requests.data || isFetching || (ownRequest && !request.data)) return <PromptPending />
  return <SuggestForm prompt={prompt.data} request={request.data ?? null} />
}
