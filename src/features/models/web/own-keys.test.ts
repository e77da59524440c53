import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { readOwnKeys, writeOwnKey } from './own-keys.ts'

let store: Map<string, string>

beforeEach(() => {
  store = fakeStorage('localStorage')
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('a key is saved for one member, and deleted when the field is emptied', () => {
  writeOwnKey('marta', 'openai', '  sk-marta-0000  ')
  expect(readOwnKeys('marta')).toEqual({ openai: 'sk-marta-0000' })
  // Reading another member's keys replaces the cached ones, so the next line reads from storage.
  expect(readOwnKeys('other')).toEqual({})
  expect(readOwnKeys('marta')).toEqual({ openai: 'sk-marta-0000' })
  writeOwnKey('marta', 'openai', '')
  expect(readOwnKeys('marta')).toEqual({})
  expect([...store.values()].join()).not.toContain('sk-marta')
})

it('only texts under known names are read from storage as keys', () => {
  store.set('own-ai-keys:nina', JSON.stringify({ openai: 7, evil: 'x', google: 'AIza-nina' }))
  expect(readOwnKeys('nina')).toEqual({ google: 'AIza-nina' })
  store.set('own-ai-keys:olga', '{broken')
  expect(readOwnKeys('olga')).toEqual({})
})

it('without storage, keys last until the page is closed', () => {
  vi.stubGlobal('localStorage', undefined)
  writeOwnKey('pia', 'deepseek', 'sk-pia-00000')
  expect(readOwnKeys('pia')).toEqual({ deepseek: 'sk-pia-00000' })
})
