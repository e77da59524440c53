import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { keyPrefix, restoreValues, saveValues } from './worksheet-storage.ts'

const defaults = { topic: '', tone: 'friendly' }
let storage: Map<string, string>

beforeEach(() => {
  storage = fakeStorage('sessionStorage')
})
afterEach(() => vi.unstubAllGlobals())

describe('the values of blanks', () => {
  it('are saved per prompt, and deleted when they equal the defaults', () => {
    saveValues('a', { topic: 'Bees', tone: '' }, defaults)
    expect(restoreValues('a', defaults, defaults)).toEqual({ topic: 'Bees', tone: '' })
    expect(restoreValues('b', defaults, defaults)).toBe(defaults)
    saveValues('a', { ...defaults }, defaults)
    expect(storage.size).toBe(0)
    expect(restoreValues('a', defaults, defaults)).toBe(defaults)
  })

  it('don’t replace what was typed before hydration, and aren’t restored for a blank that no longer exists', () => {
    saveValues('a', { topic: 'Bees', tone: 'stern' }, defaults)
    expect(restoreValues('a', { topic: 'Ants', tone: 'friendly' }, defaults)).toEqual({ topic: 'Ants', tone: 'stern' })
    expect(restoreValues('a', { subject: '' }, { subject: '' })).toEqual({ subject: '' })
  })

  it.each(['null', '[1]', '{"topic":7}', '{', '"x"'])('are the defaults if storage contains %s', (text) => {
    storage.set(`${keyPrefix}a`, text)
    expect(restoreValues('a', defaults, defaults)).toEqual(defaults)
  })

  it('are not saved when storage is blocked', () => {
    vi.stubGlobal('sessionStorage', undefined)
    saveValues('a', { topic: 'Bees', tone: '' }, defaults)
    expect(restoreValues('a', defaults, defaults)).toBe(defaults)
  })
})
