import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import { type Prompt, VersionedPrompt } from '#features/catalogue/contract.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import type { PromptVersion } from '#features/writing/contract.ts'
import { makeCard } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import { promptVersionsQuery } from './own-prompt-queries.ts'
import { PromptHistoryPage } from './prompt-history-page.tsx'

const blank = { name: 'blank', default: null, kind: 'text' } as const
const first: PromptVersion = {
  version: 1,
  createdAt: '2026-11-01T09:00:00.000Z',
  user: { username: 'ada' },
  suggestedBy: null,
  note: null,
  title: 'A prompt',
  description: 'What it does.',
  content: 'Some {{blank}}.',
  variables: [{ ...blank, help: 'First value.' }],
}

/** Renders the history of a prompt whose second version has these changes. */
function renderHistory(change: Partial<PromptVersion>): Promise<string> {
  const second = { ...first, version: 2, ...change }
  const api = (() => undefined) as unknown as Api
  const queryClient = new QueryClient()
  const prompt = { ...makeCard('a-prompt'), ...second, status: 'published' } as unknown as Prompt
  queryClient.setQueryData(promptQuery(api, 'a-prompt').queryKey, prompt)
  queryClient.setQueryData(promptVersionsQuery(api, 'a-prompt').queryKey, [second, first])
  return renderPage(
    <QueryClientProvider client={queryClient}>
      <PromptHistoryPage id="a-prompt" notFound={null} />
    </QueryClientProvider>,
  )
}

describe('the history of a prompt', () => {
  const changedValue = (name: string) => {
    if (name === 'variables') return [{ ...blank, help: 'Second value.' }]
    return `${Reflect.get(first, name) ?? ''} Changed.`
  }

  it.each(Object.keys(VersionedPrompt.shape))('shows what a version changed: %s', async (name) => {
    const html = await renderHistory({ [name]: changedValue(name) })
    const label = `add ${name} to Version in prompt-history-page.tsx`
    expect(html, label).toMatch(/<ins[^>]*>[^<]*(Changed|Second)/)
  })

  it('shows no changes for a version that changed nothing', async () => {
    const html = await renderHistory({})
    expect(html).toContain('The text didn’t change.')
    expect(html).not.toMatch(/<ins|<del|Description|Blanks/)
  })
})
