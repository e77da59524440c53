import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { keepSentences, lostSince } from './lost-sentences.ts'
import { LostText } from './lost-text.tsx'

const base = 'Plan a hike.'
const current = 'Plan a hike. Ask about the weather.\nSay when to leave.'
const renderLost = (props: { base: string | null; next: string }) =>
  renderToStaticMarkup(
    <LostText lost={lostSince(props.base, current, props.next)} next={props.next} verb="Sending" onKeep={() => {}} />,
  )

it('says which sentences of the author an edit would remove, and offers to keep them', () => {
  const html = renderLost({ base, next: 'Plan a long hike.' })
  expect(html).toContain('Sending this removes what the author has added since')
  expect(html).toContain('Ask about the weather.')
  expect(html).toContain('>Keep the author’s text</button>')
})

it('says nothing if the edit keeps them, or if the base isn’t public', () => {
  expect(renderLost({ base, next: 'Plan a long hike. Ask about the weather. Say when to leave.' })).toBe('')
  expect(renderLost({ base: null, next: 'Plan a long hike.' })).toBe('')
})

it('keeps them at the end of the text, and then nothing is lost', () => {
  const next = 'Plan a long hike.\n'
  const kept = keepSentences(next, lostSince(base, current, next))
  expect(kept).toBe('Plan a long hike.\n\nAsk about the weather.\nSay when to leave.')
  expect(lostSince(base, current, kept)).toEqual([])
  expect(keepSentences('', ['Ask.'])).toBe('Ask.')
})
