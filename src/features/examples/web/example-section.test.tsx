import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { makeCard } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import { examplesQuery } from './example-queries.ts'
import { ExampleSection } from './example-section.tsx'

it.each([
  [{ total: 1000 }, '1,000 examples by members'],
  [{ total: 1000, totalIsFloor: true }, '1,000 examples or more by members'],
])('a total of %j is shown as “%s”', async (counts, text) => {
  const queryClient = new QueryClient()
  const page = { items: [], nextCursor: 'on', isOpen: true, ...counts }
  queryClient.setQueryData(examplesQuery({} as Api, 'a-prompt').queryKey, page as never)
  const section = (
    <QueryClientProvider client={queryClient}>
      <ExampleSection prompt={makeCard('a-prompt') as unknown as Prompt} Report={() => null} />
    </QueryClientProvider>
  )
  expect(await renderPage(section)).toContain(text)
})
