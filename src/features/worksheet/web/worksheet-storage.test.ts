import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { restoreDraft, saveDraft } from './worksheet-storage.ts'

const start = { topic: '', tone: 'friendly' }
let storage: Map<string, string>

beforeEach(() => {
  storage = fakeStorage('sessionStorage')
})
afterEach(() => vi.unstubAllGlobals())

describe('the values of blanks', () => {
  it('are saved per prompt, and deleted when they equal the defaults', () => {
    saveDraft('a', { topic: 'Bees', tone: '' }, start)
    expect(restoreDraft('a', start, start)).toEqual({ topic: 'Bees', tone: '' })
    expect(restoreDraft('b', start, start)).toBe(start)
    saveDraft('a', { ...start }, start)
    expect(storage.size).toBe(0)
    expect(restoreDraft('a', start, start)).toBe(start)
  })

  it('don’t replace what was typed before hydration, and aren’t restored for a blank that no longer exists', () => {
    saveDraft('a', { topic: 'Bees', tone: 'stern' }, start)
    expect(restoreDraft('a', { topic: 'Ants', tone: 'friendly' }, start)).toEqual({ topic: 'Ants', tone: 'stern' })
    expect(restoreDraft('a', { subject: '' }, { subject: '' })).toEqual({ subject: '' })
  })

  it.each(['null', '[1]', '{"topic":7}', '{', '"x"'])('keep their defaults if storage contains %s', (text) => {
    storage.set('worksheet_draft_a', text)
    expect(restoreDraft('a', start, start)).toEqual(start)
  })

  it('are not saved when storage is blocked', () => {
    vi.stubGlobal('sessionStorage', undefined)
    saveDraft('a', { topic: 'Bees', tone: '' }, start)
    expect(restoreDraft('a', start, start)).toBe(start)
  })
})
