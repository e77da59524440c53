import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import { ApiError } from '#client/api-error.ts'
import type { User } from '#features/accounts/contract.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { RequestPage } from '#features/change-requests/web/request-page.tsx'
import { requestQuery } from '#features/change-requests/web/request-queries.ts'
import { SuggestPage } from '#features/change-requests/web/suggest-page.tsx'
import { CollectionEditor } from '#features/collections/web/collection-editor.tsx'
import { ownCollectionQuery } from '#features/collections/web/collection-queries.ts'
import { comparisonQuery } from '#features/comparison/web/comparison-queries.ts'
import { ComparisonView } from '#features/comparison/web/comparison-view.tsx'
import { StatisticsPage } from '#features/prompt-statistics/web/statistics-page.tsx'
import { statisticsQuery } from '#features/prompt-statistics/web/statistics-queries.ts'
import { EditPromptPage } from '#features/writing/web/edit-prompt-page.tsx'
import { promptToEditQuery } from '#features/writing/web/own-prompt-queries.ts'
import { PromptHistoryPage } from '#features/writing/web/prompt-history-page.tsx'
import { renderPage } from '#test/render-page.tsx'

const id = 'what-the-address-names'
const missing = <p>Page Not Found</p>
const user = { id: '1', username: 'ada' } as User

/** An API that refuses every request with this status. */
const refusing = (status: number) =>
  (async () => {
    throw new ApiError(status, 'request_failed', 'The server’s words.')
  }) as unknown as Api

/** The pages that find out in the browser that there is nothing at their address, and what each requests first. */
const pages = {
  'a suggested edit': { queryOf: requestQuery, page: <RequestPage id={id} notFound={missing} Report={() => null} /> },
  'suggesting an edit': { queryOf: promptQuery, page: <SuggestPage id={id} notFound={missing} /> },
  'a prompt’s statistics': { queryOf: statisticsQuery, page: <StatisticsPage slug={id} missing={missing} /> },
  'a comparison': { queryOf: comparisonQuery, page: <ComparisonView id={id} /> },
  'editing a prompt': {
    queryOf: promptToEditQuery,
    page: (
      <EditPromptPage user={user} preview={() => null} sendForApproval={async () => {}} id={id} notFound={missing} />
    ),
  },
  'a prompt’s history': { queryOf: promptQuery, page: <PromptHistoryPage id={id} notFound={missing} /> },
  'editing a collection': { queryOf: ownCollectionQuery, page: <CollectionEditor slug={id} /> },
}

type QueryOf = (api: Api, id: string) => { queryKey: readonly unknown[] }

/** Renders a page after its first request was refused with this status. */
async function renderRefused(queryOf: unknown, page: ReactElement, status: number): Promise<string> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
  await queryClient.prefetchQuery((queryOf as QueryOf)(refusing(status), id))
  return renderPage(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>)
}

const saysMissing = /Page Not Found|There is no comparison here|This isn’t one of your collections/

it.each(Object.entries(pages))(
  '%s: what doesn’t (404) or can’t (400) exist is missing, and a failure is not',
  async (_, { queryOf, page }) => {
    for (const status of [404, 400]) {
      const html = await renderRefused(queryOf, page, status)
      expect(html, `${status}`).toMatch(saysMissing)
      expect(html, `${status}`).not.toContain('The server’s words.')
    }
    const failed = await renderRefused(queryOf, page, 503)
    expect(failed).toContain('The server’s words.')
    expect(failed).not.toMatch(saysMissing)
  },
)
