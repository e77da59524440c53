import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { reduceGenerator } from './generation-state.ts'
import { forgetResult, readResult, storeResult } from './generation-storage.ts'

let stored: Map<string, string>
beforeEach(() => {
  stored = fakeStorage('sessionStorage')
})
afterEach(() => vi.unstubAllGlobals())

const prompt = {
  title: 'T',
  description: '',
  content: 'About {{bees}}',
  category: 'general',
  tags: ['bees'],
  variables: [{ name: 'bees', default: null, kind: 'number' as const }],
  source: {
    id: 's',
    slug: 'source',
    title: 'Source',
    description: '',
    excerpt: '',
    credit: null,
    user: { username: 'ada' },
    licence: 'CC-BY-4.0' as const,
  },
  alternatives: [],
}
const opened = { runId: 'r', model: 'm', price: 3, prompt }
const idle = { runKey: null, generation: null, shortage: null }
const done = reduceGenerator(idle, { type: 'opened', ...opened }).generation
const running = reduceGenerator(idle, { type: 'resumed', runKey: 'k', runId: 'r', model: 'm', price: 3 }).generation
if (!done || !running) throw new Error('The state has no generation.')

it('returns a stored result only to its user', () => {
  storeResult('marta', done)
  expect(readResult('marta')).toEqual(opened)
  expect(readResult('other')).toBeNull()
})

it('stores a prompt that a model on the member’s own machine wrote, without a run on the server', () => {
  storeResult('marta', { ...done, runId: null })
  expect(readResult('marta')).toEqual({ ...opened, runId: null })
})

it('stores a run that the member left before there was a prompt, but no run that hasn’t begun', () => {
  storeResult('marta', { ...running, runId: null })
  expect(stored.size).toBe(0)
  storeResult('marta', running)
  expect(readResult('marta')).toEqual({ ...opened, prompt: null })
})

it('deletes the result of a failed or deleted run', () => {
  storeResult('marta', done)
  forgetResult('another')
  expect(readResult('marta')).not.toBeNull()
  forgetResult('r')
  expect(stored.size).toBe(0)
  storeResult('marta', done)
  storeResult('marta', { ...done, phase: 'failed' })
  expect(stored.size).toBe(0)
})

it.each([
  'no json',
  'null',
  '[]',
  '{"userId":"marta","runId":"r","model":"m","price":1,"prompt":{"title":5}}',
  '{"userId":"marta","runId":null,"model":"m","price":0,"prompt":null}',
])('ignores the stored value %s', (text) => {
  storeResult('marta', done)
  const [key = ''] = stored.keys()
  stored.set(key, text)
  expect(readResult('marta')).toBeNull()
})
