import { expect, it } from 'vitest'
import { distinctTitles } from './answer-title.ts'

it('distinctTitles tells models of one family apart, keeps a pasted answer’s name, and shows letters for hidden names', () => {
  const answers = [
    { name: 'hostile', vendor: 'google', pasted: false },
    { name: 'drip', vendor: 'google', pasted: false },
    { name: 'ChatGPT', vendor: 'openai', pasted: true },
    { name: 'claude-haiku', vendor: 'anthropic', pasted: false },
    { name: 'Claude', vendor: 'anthropic', pasted: true },
  ] as const
  expect(distinctTitles([...answers], false)).toEqual([
    'Gemini hostile',
    'Gemini drip',
    'ChatGPT',
    'Claude claude-haiku',
    'Claude',
  ])
  expect(distinctTitles([{ name: 'A', vendor: null, pasted: false }], true)).toEqual(['Model A'])
})
