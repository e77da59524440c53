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
  labels: [],
  title: 'A prompt',
  description: 'What it does.',
  files: [],
  content: 'Some {{blank}}.',
  variables: [{ ...blank, help: 'First value.' }],
}

/** Renders the history of a prompt whose second version has these changes. */
function renderHistory(change: Partial<PromptVersion>): Promise<string> {
  return renderVersions([{ ...first, version: 2, ...change }, first])
}

/** Renders the history of a prompt of which these versions were loaded. */
function renderVersions(versions: PromptVersion[]): Promise<string> {
  const api = (() => undefined) as unknown as Api
  const queryClient = new QueryClient()
  const prompt = { ...makeCard('a-prompt'), ...versions[0], status: 'published' } as unknown as Prompt
  queryClient.setQueryData(promptQuery(api, 'a-prompt').queryKey, prompt)
  queryClient.setQueryData(promptVersionsQuery(api, 'a-prompt').queryKey, versions)
  return renderPage(
    <QueryClientProvider client={queryClient}>
      <PromptHistoryPage id="a-prompt" notFound={null} />
    </QueryClientProvider>,
  )
}

describe('the history of a prompt', () => {
  const changedValue = (name: string) => {
    if (name === 'files') return [{ path: 'notes.md', text: 'Changed.' }]
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

  it('leads to older versions, and leaves the oldest loaded one, whose changes are unknown, to their page', async () => {
    const html = await renderVersions([9, 8, 7].map((version) => ({ ...first, version })))
    expect(html.match(/Version \d/g)).toEqual(['Version 9', 'Version 8'])
    expect(html).toContain('Older')
    expect(await renderHistory({})).not.toContain('Older')
  })
})
