import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import { favoritesQuery } from '#features/favorites/web/favorite-queries.ts'
import { ownPromptsQuery } from '#features/writing/web/own-prompt-queries.ts'
import { renderPage } from '#test/render-page.tsx'
import { OwnRow } from './own-row.tsx'

const api = {} as Api

it.each([
  [{ total: 1000 }, '1,000 saved'],
  [{ total: 1000, totalIsFloor: true }, '1,000 or more saved'],
])('of saved prompts, a total of %j is shown as “%s”', async (counts, text) => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(ownPromptsQuery(api, { status: 'draft', limit: 1 }).queryKey, { total: 0 } as never)
  queryClient.setQueryData(favoritesQuery(api, { limit: 1 }).queryKey, counts as never)
  const row = (
    <QueryClientProvider client={queryClient}>
      <OwnRow />
    </QueryClientProvider>
  )
  expect(await renderPage(row)).toContain(`>${text}<`)
})
