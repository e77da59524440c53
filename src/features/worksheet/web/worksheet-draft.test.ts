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

describe('the values of blanks', () => {
  it('are kept per prompt, and deleted when they equal the defaults', () => {
    keepValues('a', { topic: 'Bees', tone: '' }, start)
    expect(withKept('a', start, start)).toEqual({ topic: 'Bees', tone: '' })
    expect(withKept('b', start, start)).toBe(start)
    keepValues('a', { ...start }, start)
    expect(kept.size).toBe(0)
    expect(withKept('a', start, start)).toBe(start)
  })

  it('don’t replace what was typed before hydration, nor fit a changed text', () => {
    keepValues('a', { topic: 'Bees', tone: 'stern' }, start)
    expect(withKept('a', { topic: 'Ants', tone: 'friendly' }, start)).toEqual({ topic: 'Ants', tone: 'stern' })
    expect(withKept('a', { subject: '' }, { subject: '' })).toEqual({ subject: '' })
  })

  it.each(['null', '[1]', '{"topic":7}', '{', '"x"'])('stay unchanged when storage holds %s', (text) => {
    kept.set('worksheet_draft_a', text)
    expect(withKept('a', start, start)).toEqual(start)
  })

  it('are not kept when storage is blocked', () => {
    vi.stubGlobal('sessionStorage', undefined)
    keepValues('a', { topic: 'Bees', tone: '' }, start)
    expect(withKept('a', start, start)).toBe(start)
  })
})
