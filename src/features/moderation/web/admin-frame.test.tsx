import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import type { User } from '#features/accounts/contract.ts'
import { renderPage } from '#test/render-page.tsx'
import { Navigation } from './admin-frame.tsx'
import { overviewQuery } from './admin-queries.ts'

it('the tab of prompts counts those that are pending and those to read', async () => {
  const render = (counts: object) => {
    const queryClient = new QueryClient()
    queryClient.setQueryData(overviewQuery({} as Api).queryKey, counts as never)
    return renderPage(
      <QueryClientProvider client={queryClient}>
        <Navigation user={{ role: 'moderator' } as User} />
      </QueryClientProvider>,
    )
  }
  expect(await render({ pendingPrompts: 2, alarmingPrompts: 3 })).toMatch(/>Prompts<span[^>]*>5<\/span>/)
  expect(await render({ pendingPrompts: 0, alarmingPrompts: 1 })).toMatch(/>Prompts<span[^>]*>1<\/span>/)
  expect(await render({ pendingPrompts: 0, alarmingPrompts: 0 })).toMatch(/>Prompts<\/a>/)
})
