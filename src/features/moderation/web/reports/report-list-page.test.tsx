import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import type { User } from '#features/accounts/contract.ts'
import { renderPage } from '#test/render-page.tsx'
import { reportsQuery } from '../admin-queries.ts'
import { ReportListPage, type ReportSearch } from './report-list-page.tsx'

it.each<[ReportSearch, string]>([
  [{}, 'No reports are waiting. You’re all caught up.'],
  [{ reason: 'spam' }, 'No reports with this reason are waiting.'],
  [{ state: 'decided' }, 'Nothing has been decided yet.'],
  [{ state: 'decided', reason: 'spam' }, 'No decided reports with this reason.'],
])('an empty list of reports with %j says “%s”', async (search, text) => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(reportsQuery({} as Api, search).queryKey, { items: [], nextCursor: null, total: 0 } as never)
  const html = await renderPage(
    <QueryClientProvider client={queryClient}>
      <ReportListPage user={{ role: 'moderator' } as User} search={search} />
    </QueryClientProvider>,
  )
  expect(html).toContain(text)
})
