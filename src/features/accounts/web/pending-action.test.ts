import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { resetSession } from '#test/reset-session.ts'
import {
  dropPendingAction,
  pendingActionMs,
  readPendingTexts,
  storePendingAction,
  takePendingAction,
} from './pending-action.ts'

let storage: Map<string, string>

beforeEach(() => {
  vi.useFakeTimers()
  resetSession()
  storage = fakeStorage('sessionStorage')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const texts = { purpose: 'vote', nextStep: 'Your vote is cast.' }
const vote = { kind: 'vote', data: { promptId: 'a', value: 1 }, ...texts }

it('an action is taken only once, by the feature that knows its kind', () => {
  storePendingAction(vote)
  expect(takePendingAction('favorite')).toBeUndefined()
  expect(takePendingAction('vote')).toEqual(vote.data)
  expect(takePendingAction('vote')).toBeUndefined()
})

it('an action about another prompt stays stored until that prompt is shown', () => {
  storePendingAction(vote)
  const isAbout = (id: string) => (data: unknown) => Object(data).promptId === id
  expect(takePendingAction('vote', isAbout('b'))).toBeUndefined()
  expect(takePendingAction('vote', isAbout('a'))).toEqual(vote.data)
})

it('the texts of an action are available until it is taken, dropped or too old', () => {
  expect(readPendingTexts()).toBeNull()
  storePendingAction(vote)
  expect(readPendingTexts()).toEqual(texts)
  takePendingAction('vote')
  expect(readPendingTexts()).toBeNull()
  storePendingAction(vote)
  dropPendingAction()
  expect(readPendingTexts()).toBeNull()
  storePendingAction(vote)
  vi.advanceTimersByTime(pendingActionMs)
  expect(readPendingTexts()).toBeNull()
})

it('an old action is dropped, not performed', () => {
  storePendingAction(vote)
  vi.advanceTimersByTime(pendingActionMs)
  expect(takePendingAction('vote')).toBeUndefined()
  expect(storage.size).toBe(0)
})

it.each(['no json', 'null', '[]', '{"kind":5}'])('no action is read from storage that contains %s', (text) => {
  storage.set('pendingAction', text)
  expect(takePendingAction('vote')).toBeUndefined()
})

it('an action from the future is dropped', () => {
  vi.setSystemTime(Date.now() + 9e11)
  storePendingAction(vote)
  vi.setSystemTime(Date.now() - 9e11)
  expect(readPendingTexts()).toBeNull()
  expect(takePendingAction('vote')).toBeUndefined()
  expect(storage.size).toBe(0)
})
