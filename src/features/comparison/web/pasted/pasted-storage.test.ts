import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { readPastedDraft, savePastedDraft } from './pasted-storage.ts'

let store: Map<string, string>

beforeEach(() => {
  store = fakeStorage('sessionStorage')
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** The key under which the draft is stored. */
const storageKey = 'compare_pasted'
const draft = {
  chosen: ['pasted:openai', 'pasted:meta'],
  texts: { openai: 'Hello', meta: 'Hi' },
  verdict: { outcome: 'ChatGPT', note: 'Warmer' },
}

it('returns a draft only for its prompt, and removes it when all its answers are empty', () => {
  // At /compare, which belongs to no prompt, the id is ''.
  savePastedDraft('', draft)
  expect(readPastedDraft('')).toEqual(draft)
  expect(readPastedDraft('another prompt')).toEqual({ texts: {} })
  savePastedDraft('', { ...draft, texts: { openai: '' } })
  expect(store.has(storageKey)).toBe(false)
})

it('keeps a draft while another prompt has no pasted answers, until that prompt has some', () => {
  savePastedDraft('a', draft)
  savePastedDraft('b', { texts: {} })
  expect(readPastedDraft('a')).toEqual(draft)
  savePastedDraft('b', { texts: { openai: 'Hey' } })
  expect([readPastedDraft('a').texts, readPastedDraft('b').texts]).toEqual([{}, { openai: 'Hey' }])
})

it('ignores invalid data in storage', () => {
  const texts = { openai: 7, google: 'Hey', other: 'no family' }
  store.set(storageKey, JSON.stringify({ source: 'a', chosen: [1], texts, verdict: { outcome: 1 } }))
  expect(readPastedDraft('a')).toEqual({ chosen: undefined, texts: { google: 'Hey' } })
  store.set(storageKey, '{broken')
  expect(readPastedDraft('a')).toEqual({ texts: {} })
})
