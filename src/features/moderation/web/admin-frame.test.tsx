import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import type { User } from '#features/accounts/contract.ts'
import { renderPage } from '#test/render-page.tsx'
import { Navigation } from './admin-frame.tsx'
import { overviewQuery } from './admin-queries.ts'

const render = (counts: object, current = '/admin') => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(overviewQuery({} as Api).queryKey, { oldest: [], ...counts } as never)
  return renderPage(
    <QueryClientProvider client={queryClient}>
      <Navigation user={{ role: 'moderator' } as User} current={current} />
    </QueryClientProvider>,
  )
}

it('the link to prompts counts those that are waiting and those to read', async () => {
  expect(await render({ pendingPrompts: 2, alarmingPrompts: 3 })).toMatch(/>Prompts<span[^>]*>5<\/span>/)
  expect(await render({ pendingPrompts: 0, alarmingPrompts: 1 })).toMatch(/>Prompts<span[^>]*>1<\/span>/)
  expect(await render({ pendingPrompts: 0, alarmingPrompts: 0 })).toMatch(/>Prompts<\/a>/)
})

it('a queue says how long its oldest item waits, and the button for phones how much waits in all', async () => {
  const since = new Date(Date.now() - 50 * 3_600_000).toISOString()
  const oldest = [{ queue: 'comments', id: '1', title: 'Nice', since }]
  const html = await render({ waitingComments: 4, openReports: 1, oldest })
  expect(html).toMatch(/>Comments<span[^>]*>4 · 2 days<\/span>/)
  expect(html).toMatch(/Overview<span[^>]*>5 waiting<\/span>/)
})

it('a page below one of the navigation belongs to it', async () => {
  expect(await render({}, '/admin/prompts')).toMatch(/aria-current="page"[^>]*>Prompts</)
  expect((await render({}, '/admin')).match(/aria-current/g)).toHaveLength(1)
})
