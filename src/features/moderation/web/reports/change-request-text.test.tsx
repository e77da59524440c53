import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import { requestQuery } from '#features/change-requests/web/request-queries.ts'
import type { ReportCase } from '#features/moderation/report-contract.ts'
import { shownTextMax } from '#features/moderation/rules.ts'
import { cutText } from '#lib/well-formed.ts'
import { renderPage } from '#test/render-page.tsx'
import { ChangeRequestText } from './change-request-text.tsx'

type ReportedEdit = NonNullable<ReportCase['changeRequest']>

/** Renders a reported edit as the case has it. `full`: the edit's whole texts, if they have been loaded. */
function render(base: string | null, content: string, full?: { base: string | null; content: string }) {
  const edit = { id: 'an-edit', title: 'A title', description: '', reason: 'A reason', removedReason: null }
  const queryClient = new QueryClient()
  if (full)
    queryClient.setQueryData(requestQuery({} as Api, edit.id).queryKey, {
      base: full.base === null ? null : { content: full.base },
      proposed: { content: full.content },
    } as never)
  return renderPage(
    <QueryClientProvider client={queryClient}>
      <ChangeRequestText changeRequest={{ ...edit, base, content } as ReportedEdit} />
    </QueryClientProvider>,
  )
}

const cut = (text: string) => cutText(text, shownTextMax)

it('shows the changes in a short text without a request', async () => {
  expect(await render('Some text. The rest.', 'Some text. More. The rest.')).toMatch(/<ins>.*More/)
})

it('compares the whole texts if the case has only the beginning of one', async () => {
  const base = 'A sentence of the text. '.repeat(300)
  const content = `Inserted text. ${base}Spam at the end.`
  const loading = await render(cut(base), cut(content))
  expect(loading).not.toMatch(/<del>|<ins>/)
  const html = await render(cut(base), cut(content), { base, content })
  expect(html).toMatch(/<ins>.*Inserted text.*<ins>.*Spam at the end/)
  expect(html).not.toContain('<del>')
})

it('shows all of a long text as new if what it is based on isn’t public', async () => {
  const content = `${'A sentence of the text. '.repeat(300)}The end.`
  expect(await render(null, cut(content), { base: null, content })).toMatch(/<ins>.*The end/)
})
