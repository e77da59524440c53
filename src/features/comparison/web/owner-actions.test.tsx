import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Comparison } from '#features/comparison/contract.ts'
import { renderPage } from '#test/render-page.tsx'
import { OwnerActions } from './owner-actions.tsx'

const comparison = { id: '1', content: '', answers: [], variables: {}, withdrawnReason: null } as unknown as Comparison

it.each([
  ['is neither shared nor published', {}, 'Only you can see it.'],
  ['is published', { published: true }, 'Others can see it, without your name.'],
  ['is shared', { shared: true }, 'Others can see it, without your name.'],
  ['a moderator took down', { withdrawnReason: 'Spam' }, 'Only you and moderators can see it.'],
])('a comparison that %s says who can see it', async (_, change, text) => {
  const html = await renderPage(
    <QueryClientProvider client={new QueryClient()}>
      <OwnerActions comparison={{ ...comparison, ...change }} />
    </QueryClientProvider>,
  )
  expect(html).toContain(text)
})
