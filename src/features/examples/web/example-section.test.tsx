import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { makeCard } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import { examplesQuery } from './example-queries.ts'
import { ExampleSection } from './example-section.tsx'

async function renderSection(prompt: object, page: object) {
  const queryClient = new QueryClient()
  const examples = { items: [], nextCursor: null, isOpen: true, total: 0, ...page }
  queryClient.setQueryData(examplesQuery({} as Api, 'a-prompt').queryKey, examples as never)
  return renderPage(
    <QueryClientProvider client={queryClient}>
      <ExampleSection prompt={{ ...makeCard('a-prompt'), ...prompt } as unknown as Prompt} Report={() => null} />
    </QueryClientProvider>,
  )
}

it.each([
  [{ total: 1000 }, '1,000 examples. Members'],
  [{ total: 1000, totalIsFloor: true }, '1,000 examples or more. Members'],
])('a total of %j is shown as “%s”', async (counts, text) => {
  expect(await renderSection({}, { nextCursor: 'on', ...counts })).toContain(text)
})

it('an image prompt without a picture has a place for one, in the ratio that it asks for', async () => {
  const category = { name: 'Image generation', slug: 'image-generation' }
  const picture = { ratio: '16:9', style: null, tools: [] }
  const html = await renderSection({ category, picture }, {})
  expect(html).toMatch(/Pictures<\/h2>.*<svg width="144" height="81".*16:9.*No picture yet.*Add a picture/s)
  const unknown = await renderSection({ category, picture: null }, {})
  expect(unknown).toContain('No picture yet')
  expect(unknown, 'no ratio is made up').not.toContain('<rect')
  expect(await renderSection({}, {})).not.toContain('No picture yet')
})
