import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepValues, withKept } from './worksheet-draft.ts'

const start = { topic: '', tone: 'friendly' }
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('what is written into blanks', () => {
  it('is kept for its prompt, and gone when the blanks are as at first', () => {
    keepValues('a', { topic: 'Bees', tone: '' }, start)
    expect(withKept('a', start, start)).toEqual({ topic: 'Bees', tone: '' })
    expect(withKept('b', start, start)).toBe(start)
    keepValues('a', { ...start }, start)
    expect(kept.size).toBe(0)
    expect(withKept('a', start, start)).toBe(start)
  })

  it('gives way to what was typed before the page came alive, and to a newer text of the prompt', () => {
    keepValues('a', { topic: 'Bees', tone: 'stern' }, start)
    expect(withKept('a', { topic: 'Ants', tone: 'friendly' }, start)).toEqual({ topic: 'Ants', tone: 'stern' })
    expect(withKept('a', { subject: '' }, { subject: '' })).toEqual({ subject: '' })
  })

  it.each(['null', '[1]', '{"topic":7}', '{', '"x"'])('is left alone where storage holds %s', (text) => {
    kept.set('worksheet_draft_a', text)
    expect(withKept('a', start, start)).toEqual(start)
  })

  it('is only shown where storage is closed', () => {
    vi.stubGlobal('sessionStorage', undefined)
    keepValues('a', { topic: 'Bees', tone: '' }, start)
    expect(withKept('a', start, start)).toBe(start)
  })
})
