import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { PromptListPage } from '#features/catalogue/web/prompt-list-page.tsx'
import { RequestListPage } from '#features/change-requests/web/request-list-page.tsx'
import { requestsQuery } from '#features/change-requests/web/request-queries.ts'
import { CollectionListPage } from '#features/collections/web/collection-list-page.tsx'
import type { Contributor } from '#features/contributors/contract.ts'
import { UserPage } from '#features/contributors/web/user-page.tsx'
import { SavedPage } from '#features/favorites/web/saved-page.tsx'
import { AdminPromptsPage } from '#features/moderation/web/admin-prompts-page.tsx'
import { adminPromptsQuery, reportsQuery } from '#features/moderation/web/admin-queries.ts'
import { ReportListPage } from '#features/moderation/web/reports/report-list-page.tsx'
import { notificationsQuery } from '#features/notifications/web/notification-queries.ts'
import { NotificationsPage } from '#features/notifications/web/notifications-page.tsx'
import { ForksPage } from '#features/writing/web/forks-page.tsx'
import { ownPromptsQuery } from '#features/writing/web/own-prompt-queries.ts'
import { OwnPromptsPage } from '#features/writing/web/own-prompts-page.tsx'
import { makeCard, makeCounts } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'

const api = {} as Api
const moderator = { role: 'moderator' } as User
const prompt = { ...makeCard('a-prompt'), user: { username: 'ada' }, licence: 'CC0-1.0' } as Prompt
const ada = { username: 'ada', joinedAt: '2026-03-04T10:00:00.000Z' } as Contributor
const page = { items: [], nextCursor: null, total: 18 }
const renderNothing = () => null
const status = 'pending' as const

/** The lists, and the text of each if it has no entries at all. */
const lists: [string, (cursor?: string) => ReactElement][] = [
  [
    'Nothing saved yet.',
    (cursor) => (
      <SavedPage
        page={page}
        search={{ cursor, sort: 'newest' }}
        onSearch={renderNothing}
        renderActions={renderNothing}
      />
    ),
  ],
  [
    'None of your saved prompts match',
    (cursor) => (
      <SavedPage page={page} search={{ cursor, q: 'x' }} onSearch={renderNothing} renderActions={renderNothing} />
    ),
  ],
  ['No drafts.', (cursor) => <OwnPromptsPage status="draft" cursor={cursor} useReads={() => undefined} />],
  ['There are no open suggestions', (cursor) => <RequestListPage search={{ cursor }} />],
  ['You have read all', (cursor) => <NotificationsPage search={{ unread: true, cursor }} />],
  ['No reports are waiting.', (cursor) => <ReportListPage user={moderator} search={{ cursor }} />],
  ['No prompts are waiting.', (cursor) => <AdminPromptsPage user={moderator} search={{ status, cursor }} />],
  [
    'Nobody has published a fork yet.',
    (cursor) => <ForksPage {...{ prompt, page, cursor, renderActions: renderNothing }} />,
  ],
  ['ada has not written', (cursor) => <UserPage contributor={ada} prompts={page} cursor={cursor} />],
  ['No public collections yet.', (cursor) => <CollectionListPage page={page} cursor={cursor} />],
  [
    'No prompts here yet.',
    (cursor) => (
      <PromptListPage
        title="Prompts"
        sort="newest"
        page={page}
        counts={makeCounts()}
        categories={[]}
        search={{ cursor }}
      />
    ),
  ],
]

function render(list: ReactElement, cursor?: string): Promise<string> {
  const queryClient = new QueryClient()
  const queries = [
    ownPromptsQuery(api, { status: 'draft', cursor }),
    requestsQuery(api, { cursor }),
    notificationsQuery(api, { unread: true, cursor }),
    reportsQuery(api, { cursor }),
    adminPromptsQuery(api, { status, cursor }),
  ]
  for (const { queryKey } of queries) queryClient.setQueryData(queryKey, { ...page, counts: { draft: 18 } } as never)
  return renderPage(<QueryClientProvider client={queryClient}>{list}</QueryClientProvider>)
}

it.each(lists)(
  'a list says “%s” only on its first page, not on a later page that has become empty',
  async (text, list) => {
    expect(await render(list())).toContain(text)
    const laterPage = await render(list('cursor'), 'cursor')
    expect(laterPage).toContain('This page of the list is empty. Go to the first page.')
    expect(laterPage).toContain('First page')
    expect(laterPage).not.toContain(text)
  },
)
