import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { PromptText } from '#features/catalogue/contract.ts'
import type { ChangeRequest } from '#features/change-requests/contract.ts'
import { RequestTexts } from './request-texts.tsx'

const blank = { name: 'blank', default: null, kind: 'text' } as const
const text: PromptText = {
  title: 'A prompt',
  description: 'What it does.',
  content: 'Some {{blank}}.',
  variables: [{ ...blank, help: 'First value.' }],
}

function renderTexts(proposed: PromptText): string {
  const request = { base: text, current: text, proposed, isMoved: false, state: 'open', hiddenCharacters: [] }
  return renderToStaticMarkup(<RequestTexts request={request as unknown as ChangeRequest} />)
}

describe('what a suggested edit changes', () => {
  it.each(Object.keys(PromptText.shape))('is shown: %s', (name) => {
    const changed = name === 'variables' ? [{ ...blank, help: 'Second value.' }] : `${Reflect.get(text, name)} Changed.`
    const html = renderTexts({ ...text, [name]: changed })
    expect(html, `add ${name} to RequestTexts in request-texts.tsx`).toMatch(/<ins>.*?(Changed|Second)/)
  })

  it('is only “The text stays the same.” if nothing changes', () => {
    expect(renderTexts(text)).toContain('The text stays the same.')
    expect(renderTexts(text)).not.toMatch(/Title|Description|Blanks/)
  })
})
