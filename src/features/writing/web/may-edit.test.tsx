import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { makeCard } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import { CreatePromptPage } from './create-prompt-page.tsx'
import { EditPromptPage } from './edit-prompt-page.tsx'
import { ForksPage } from './forks-page.tsx'
import { VersionLinks } from './member-actions.tsx'
import { promptToEditQuery } from './own-prompt-queries.ts'

const api = (() => undefined) as unknown as Api
const user = (username: string, role = 'user') => ({ id: username, username, role }) as User
const renderNothing = () => null
const reserved = {
  ...makeCard('a-prompt'),
  user: { username: 'ada' },
  licence: 'all-rights-reserved',
  status: 'published',
  content: 'Write a text.',
  variables: [],
  forkOf: null,
  translations: [],
} as unknown as Prompt
const free = { ...reserved, licence: 'CC0-1.0' } as Prompt

function render(page: ReactNode, prompt: Prompt): Promise<string> {
  const queryClient = new QueryClient()
  queryClient.setQueryData(promptQuery(api, 'a-prompt').queryKey, prompt)
  queryClient.setQueryData(promptToEditQuery(api, 'a-prompt').queryKey, prompt)
  queryClient.setQueryData(['/api/categories'], [{ slug: 'general', name: 'General' }])
  return renderPage(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>)
}

const formProps = { preview: renderNothing, sendForApproval: async () => {} }

const pages: [string, (person: User, prompt: Prompt) => ReactNode][] = [
  ['that lists its forks', (_, prompt) => <ForksPage prompt={prompt} page={noForks} renderActions={renderNothing} />],
  ['to edit it', (person) => <EditPromptPage user={person} {...formProps} id="a-prompt" notFound={null} />],
  ['to fork it', (person) => <CreatePromptPage user={person} {...formProps} fork="a-prompt" />],
]
const noForks = { items: [], nextCursor: null, total: 0 }

describe('a prompt whose author keeps all rights', () => {
  it.each(pages)('can’t be forked by others: the page %s says so', async (_, page) => {
    const html = await render(page(user('eve'), reserved), reserved)
    expect(html).toContain('The author keeps all rights to this prompt, so it can’t be forked.')
    expect(html).not.toMatch(/Fork it|<form/)
    expect(await render(page(user('eve'), free), free)).not.toContain('keeps all rights')
  })

  it('has a Fork button for its author, but not for moderators', async () => {
    // The author is `ada`. Letter case doesn't matter in usernames.
    const actions = (person: User) => render(<VersionLinks user={person} prompt={reserved} />, reserved)
    expect(await actions(user('mod', 'moderator'))).not.toContain('fork=')
    expect(await actions(user('Ada'))).toContain('fork=')
  })

  it('can be forked by its author', async () => {
    const form = <CreatePromptPage user={user('Ada')} {...formProps} fork="a-prompt" />
    expect(await render(form, reserved)).not.toContain('keeps all rights')
  })
})
