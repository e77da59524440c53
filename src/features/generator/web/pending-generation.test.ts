import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storePendingAction } from '#features/accounts/web/pending-action.ts'
import { fakeStorage } from '#test/fake-storage.ts'
import { resetSession } from '#test/reset-session.ts'
import { pendingActionOf, takePendingGeneration } from './pending-generation.ts'

let stored: Map<string, string>
beforeEach(() => {
  resetSession()
  stored = fakeStorage('sessionStorage')
})
afterEach(() => vi.unstubAllGlobals())

const input = { idea: 'A quiz about bees', model: 'writer', keys: { openai: 'sk-secret' } }

it('a run that waits for a sign-in states its price, contains no API keys, and can be taken only once', () => {
  const action = pendingActionOf(input, 3)
  expect(action.nextStep).toBe('Your prompt is generated as soon as you sign in, for 3 credits.')
  storePendingAction(action)
  expect([...stored.values()].join()).not.toContain('sk-secret')
  expect(takePendingGeneration()).toMatchObject({ input: { idea: 'A quiz about bees', model: 'writer' }, price: 3 })
  expect(takePendingGeneration()).toBeUndefined()
})

it('a duplicated tab takes the run with the same Idempotency-Key', () => {
  storePendingAction(pendingActionOf(input, 3))
  const storedAction = stored.get('pendingAction') as string
  const pending = takePendingGeneration()
  expect(pending?.key).toMatch(/^[0-9a-f]{32}$/)
  stored.set('pendingAction', storedAction)
  expect(takePendingGeneration()).toEqual(pending)
})

it.each([null, 7, { input: {}, price: 1 }, { input: { idea: 'x' } }, { input: { idea: 'x' }, price: 1 }])(
  'no run is read from invalid data: %j',
  (data) => {
    storePendingAction({ ...pendingActionOf(input, 1), data })
    expect(takePendingGeneration()).toBeUndefined()
  },
)
