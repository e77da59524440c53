import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Prompt } from '#features/catalogue/contract.ts'
import type { ChangeRequest } from '#features/change-requests/contract.ts'
import { renderPage } from '#test/render-page.tsx'
import { AuthorDecision } from './author-decision.tsx'
import { keepSentences, lostSince } from './lost-sentences.ts'
import { LostText } from './lost-text.tsx'
import { SuggestForm } from './suggest-form.tsx'

const base = 'Plan a hike.'
const current = 'Plan a hike. Ask about the weather.\nSay when to leave.'
const renderLost = (props: { base: string | null; next: string }) =>
  renderToStaticMarkup(
    <LostText lost={lostSince(props.base, current, props.next)} next={props.next} onKeep={() => {}} />,
  )

it('a warning shows which of the author’s sentences an edit would remove, and offers to keep them', () => {
  const html = renderLost({ base, next: 'Plan a long hike.' })
  expect(html).toContain('This edit would remove what the author has added in the meantime:')
  expect(html).toContain('Ask about the weather.')
  expect(html).toContain('>Keep the author’s text</button>')
})

it('there is no warning if an edit keeps the author’s sentences, or if its base isn’t public', () => {
  expect(renderLost({ base, next: 'Plan a long hike. Ask about the weather. Say when to leave.' })).toBe('')
  expect(renderLost({ base: null, next: 'Plan a long hike.' })).toBe('')
})

it('keepSentences adds the author’s sentences at the end of the text, so none is lost', () => {
  const next = 'Plan a long hike.\n'
  const combined = keepSentences(next, lostSince(base, current, next))
  expect(combined).toBe('Plan a long hike.\n\nAsk about the weather.\nSay when to leave.')
  expect(lostSince(base, current, combined)).toEqual([])
  expect(keepSentences('', ['Ask.'])).toBe('Ask.')
})

describe('the main button', () => {
  const textOf = (content: string) => ({ title: 'Hike', description: '', content, variables: [] })
  const prompt = { ...textOf(current), slug: 'hike', version: 2, user: { username: 'ada' }, licence: 'cc-by-4.0' }
  const requestOf = (next: string) =>
    ({
      base: textOf(base),
      current: textOf(current),
      proposed: textOf(next),
      prompt,
      isMoved: true,
    }) as unknown as ChangeRequest
  const render = async (page: ReactNode) =>
    (await renderPage(<QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>)).replace(
      /^.*(<button[^>]*btn-big[^>]*>).*$/s,
      '$1',
    )

  it.each([
    ['doesn’t have the primary color while the warning is shown', 'Plan a long hike.', false],
    ['has the primary color if nothing is lost', `${current} Be brief.`, true],
  ])('%s', async (_, next, isPrimary) => {
    const request = requestOf(next)
    const forms = [
      <AuthorDecision key="author" request={request} content={next} onChange={() => {}} />,
      <SuggestForm key="sender" prompt={prompt as unknown as Prompt} request={request} />,
    ]
    for (const form of forms) {
      const button = await render(form)
      expect(button).toMatch(/^<button[^>]*>$/)
      expect(button.includes('btn-primary')).toBe(isPrimary)
    }
  })
})
