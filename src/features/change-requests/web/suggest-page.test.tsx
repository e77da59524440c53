import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import { ApiError } from '#client/api-error.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import type { ChangeRequest } from '#features/change-requests/contract.ts'
import { renderPage } from '#test/render-page.tsx'
import { ownPendingQuery, requestQuery } from './request-queries.ts'
import { SuggestPage } from './suggest-page.tsx'

const text = { title: 'A prompt', description: '', content: 'Some text.', variables: [] }
const prompt = { ...text, id: '1', slug: 'a-prompt', version: 1, licence: 'cc0' } as unknown as Prompt
const request = { id: '2', prompt: { id: '1' }, proposed: text, reason: 'Clearer.', revision: 1, base: null }

const api = (async () => {
  throw new ApiError(503, 'overloaded', 'The database is unavailable.')
}) as unknown as Api

const queryKeys = {
  prompt: promptQuery(api, prompt.slug).queryKey,
  'list of edits': ownPendingQuery(api).queryKey,
  edit: requestQuery(api, request.id).queryKey,
}

/** Renders the page when all its data is cached, but the query `stale`, if any, must be fetched again. */
function renderCached(stale?: string): Promise<string> {
  const queryClient = new QueryClient()
  // Responses that come from the future are fresh.
  const updatedAtOf = (name: string) => ({ updatedAt: Date.now() + (name === stale ? -1 : 60_000) })
  queryClient.setQueryData(queryKeys.prompt, prompt, updatedAtOf('prompt'))
  queryClient.setQueryData(
    queryKeys['list of edits'],
    { items: [request as unknown as ChangeRequest], nextCursor: null, total: 1 },
    updatedAtOf('list of edits'),
  )
  queryClient.setQueryData(queryKeys.edit, request as unknown as ChangeRequest, updatedAtOf('edit'))
  return renderWith(queryClient)
}

const renderWith = (queryClient: QueryClient) =>
  renderPage(
    <QueryClientProvider client={queryClient}>
      <SuggestPage id={prompt.slug} notFound={null} />
    </QueryClientProvider>,
  )

describe('the form for suggesting an edit', () => {
  it('starts with the edit that the member has already suggested', async () => {
    expect(await renderCached()).toContain('Revise your suggestion')
  })

  it.each(Object.keys(queryKeys))('doesn’t start with an old response: the %s', async (stale) => {
    expect(await renderCached(stale)).not.toContain('<form')
  })

  it('doesn’t blame the prompt if the list of edits could not be loaded', async () => {
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
    queryClient.setQueryData(queryKeys.prompt, prompt)
    await queryClient.prefetchQuery(ownPendingQuery(api))
    expect(await renderWith(queryClient)).toMatch(/The form could not be loaded.*The database is unavailable/s)
  })
})
