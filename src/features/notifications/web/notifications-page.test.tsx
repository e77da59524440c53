import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import { renderPage } from '#test/render-page.tsx'
import { notificationsQuery } from './notification-queries.ts'
import { NotificationsPage } from './notifications-page.tsx'

const notification = (id: string) => ({
  id,
  kind: 'prompt-published',
  createdAt: '2026-11-20T12:00:00.000Z',
  read: false,
})

it.each([
  [{}, 'Mark all as read'],
  [{ cursor: 'later' }, 'Mark these and older ones as read'],
])('on the page of the list with %j, a button offers to “%s”, since newer ones stay unread', async (search, label) => {
  const queryClient = new QueryClient()
  const data = { items: [notification('a'), notification('b')], nextCursor: null }
  queryClient.setQueryData(notificationsQuery({} as Api, search).queryKey, data as never)
  const html = await renderPage(
    <QueryClientProvider client={queryClient}>
      <NotificationsPage search={search} />
    </QueryClientProvider>,
  )
  expect(html.match(/<button[^>]*class="btn">([^<]*)</)?.[1]).toBe(label)
})

it.each([
  [[true, false], true],
  [[true, true], false],
  [[false], false],
])('the button is shown only if one of several notifications is unread: read %j, shown %j', async (reads, isShown) => {
  const queryClient = new QueryClient()
  const items = reads.map((read, index) => ({ ...notification(`n${index}`), read }))
  queryClient.setQueryData(notificationsQuery({} as Api, {}).queryKey, { items, nextCursor: null } as never)
  const html = await renderPage(
    <QueryClientProvider client={queryClient}>
      <NotificationsPage search={{}} />
    </QueryClientProvider>,
  )
  expect(html.includes('Mark all as read')).toBe(isShown)
})
