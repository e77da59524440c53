import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { blanksOf, inputOf, readCompareDraft, saveCompareDraft } from './compared-prompt.ts'

let store: Map<string, string>

beforeEach(() => {
  store = fakeStorage('sessionStorage')
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('sends the id of a published prompt, or else the text, with only the filled blanks', () => {
  const values = { name: 'Ada', city: '  ' }
  expect(inputOf({ promptId: 'p', content: 'Hi {{name}}', values })).toEqual({
    promptId: 'p',
    variables: { name: 'Ada' },
  })
  expect(inputOf({ content: 'Hi', values })).toEqual({ content: 'Hi', variables: { name: 'Ada' } })
})

it('finds each blank once, in the order of the text, but not ${c} or escaped braces', () => {
  expect(blanksOf('{{b}} and {{a:1}}, then {{b}}. ${c} \\{{d}}')).toEqual([
    { name: 'b', default: null },
    { name: 'a', default: '1' },
  ])
})

it('also finds placeholders such as [Insert company], because the server fills them in', () => {
  const names = blanksOf('Act for [Insert company] in {{city}}.').map(({ name }) => name)
  expect(names).toEqual(['company', 'city'])
})

it('saves the draft in this tab, and ignores unknown or invalid data in storage', () => {
  saveCompareDraft({ content: 'Hi {{name}}', values: { name: 'Ada' } })
  expect(readCompareDraft()).toEqual({ content: 'Hi {{name}}', values: { name: 'Ada' } })
  store.set('compare_draft', JSON.stringify({ title: 'Handed over', content: 'Hi', values: { a: 1, b: 'x' } }))
  expect(readCompareDraft()).toEqual({ content: 'Hi', values: { b: 'x' } })
  store.set('compare_draft', '{broken')
  expect(readCompareDraft()).toEqual({ content: '', values: {} })
})
