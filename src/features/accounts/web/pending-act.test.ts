import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { pendingActMs, storePendingAct, takePendingAct } from './pending-act.ts'

let stored: Map<string, string>

beforeEach(() => {
  vi.useFakeTimers()
  stored = fakeStorage('sessionStorage')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const vote = { kind: 'vote', data: { promptId: 'a', value: 1 } }

it('an act is taken only once, by the feature that knows its kind', () => {
  storePendingAct(vote)
  expect(takePendingAct('favorite')).toBeUndefined()
  expect(takePendingAct('vote')).toEqual(vote.data)
  expect(takePendingAct('vote')).toBeUndefined()
})

it('an act about another prompt stays until that one is shown', () => {
  storePendingAct(vote)
  const isAbout = (id: string) => (data: unknown) => Object(data).promptId === id
  expect(takePendingAct('vote', isAbout('b'))).toBeUndefined()
  expect(takePendingAct('vote', isAbout('a'))).toEqual(vote.data)
})

it('an old act is dropped, not performed', () => {
  storePendingAct(vote)
  vi.advanceTimersByTime(pendingActMs)
  expect(takePendingAct('vote')).toBeUndefined()
  expect(stored.size).toBe(0)
})

it.each(['no json', 'null', '[]', '{"kind":5}'])('storage that holds %s holds no act', (text) => {
  stored.set('pendingAct', text)
  expect(takePendingAct('vote')).toBeUndefined()
})
