import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { keepValues, withDraft } from './worksheet-storage.ts'

const start = { topic: '', tone: 'friendly' }
let storage: Map<string, string>

beforeEach(() => {
  storage = fakeStorage('sessionStorage')
})
afterEach(() => vi.unstubAllGlobals())

describe('the values of blanks', () => {
  it('are kept per prompt, and deleted when they equal the defaults', () => {
    keepValues('a', { topic: 'Bees', tone: '' }, start)
    expect(withDraft('a', start, start)).toEqual({ topic: 'Bees', tone: '' })
    expect(withDraft('b', start, start)).toBe(start)
    keepValues('a', { ...start }, start)
    expect(storage.size).toBe(0)
    expect(withDraft('a', start, start)).toBe(start)
  })

  it('don’t replace what was typed before hydration, nor fit a changed text', () => {
    keepValues('a', { topic: 'Bees', tone: 'stern' }, start)
    expect(withDraft('a', { topic: 'Ants', tone: 'friendly' }, start)).toEqual({ topic: 'Ants', tone: 'stern' })
    expect(withDraft('a', { subject: '' }, { subject: '' })).toEqual({ subject: '' })
  })

  it.each(['null', '[1]', '{"topic":7}', '{', '"x"'])('stay unchanged when storage holds %s', (text) => {
    storage.set('worksheet_draft_a', text)
    expect(withDraft('a', start, start)).toEqual(start)
  })

  it('are not kept when storage is blocked', () => {
    vi.stubGlobal('sessionStorage', undefined)
    keepValues('a', { topic: 'Bees', tone: '' }, start)
    expect(withDraft('a', start, start)).toBe(start)
  })
})
