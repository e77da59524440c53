import { afterEach, expect, it, vi } from 'vitest'
import { emptyDraft, readDraftFromAddress } from './generator-draft.ts'

afterEach(() => vi.unstubAllGlobals())

it('the idea in a link, if there is one, replaces the idea saved in the tab, but no other saved field', () => {
  vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify({ idea: 'A toast', tone: 'warm' }) })
  const saved = { ...emptyDraft, idea: 'A toast', tone: 'warm' }
  expect(readDraftFromAddress('#idea=explain%20a%20%26%20b')).toEqual({ ...saved, idea: 'explain a & b' })
  for (const hash of ['', '#own-keys', '#idea=', '#idea=%']) expect(readDraftFromAddress(hash), hash).toEqual(saved)
})
