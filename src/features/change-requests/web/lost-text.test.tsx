import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LostText } from './lost-text.tsx'

const base = 'Plan a hike.'
const current = 'Plan a hike. Ask about the weather.'
const renderLost = (props: { base: string | null; next: string }) =>
  renderToStaticMarkup(<LostText current={current} verb="Sending" {...props} />)

it('says which sentences of the author an edit would remove', () => {
  const html = renderLost({ base, next: 'Plan a long hike.' })
  expect(html).toContain('Sending this removes what the author has added since')
  expect(html).toContain('Ask about the weather.')
})

it('says nothing if the edit keeps them, or if the base isn’t public', () => {
  expect(renderLost({ base, next: 'Plan a long hike. Ask about the weather.' })).toBe('')
  expect(renderLost({ base: null, next: 'Plan a long hike.' })).toBe('')
})
