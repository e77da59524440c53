import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { resetSession } from '#test/reset-session.ts'
import { dropPendingAct, pendingActMs, readPendingTexts, storePendingAct, takePendingAct } from './pending-act.ts'

let stored: Map<string, string>

beforeEach(() => {
  vi.useFakeTimers()
  resetSession()
  stored = fakeStorage('sessionStorage')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const texts = { purpose: 'vote', nextStep: 'Your vote is cast.' }
const vote = { kind: 'vote', data: { promptId: 'a', value: 1 }, ...texts }

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

it('the texts of an act are available until it is taken, dropped or too old', () => {
  expect(readPendingTexts()).toBeNull()
  storePendingAct(vote)
  expect(readPendingTexts()).toEqual(texts)
  takePendingAct('vote')
  expect(readPendingTexts()).toBeNull()
  storePendingAct(vote)
  dropPendingAct()
  expect(readPendingTexts()).toBeNull()
  storePendingAct(vote)
  vi.advanceTimersByTime(pendingActMs)
  expect(readPendingTexts()).toBeNull()
})

it('an old act is dropped, not performed', () => {
  storePendingAct(vote)
  vi.advanceTimersByTime(pendingActMs)
  expect(takePendingAct('vote')).toBeUndefined()
  expect(stored.size).toBe(0)
})

it.each(['no json', 'null', '[]', '{"kind":5}'])('no act is read from storage that contains %s', (text) => {
  stored.set('pendingAct', text)
  expect(takePendingAct('vote')).toBeUndefined()
})

it('an act from the future is dropped', () => {
  vi.setSystemTime(Date.now() + 9e11)
  storePendingAct(vote)
  vi.setSystemTime(Date.now() - 9e11)
  expect(readPendingTexts()).toBeNull()
  expect(takePendingAct('vote')).toBeUndefined()
  expect(stored.size).toBe(0)
})
