import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storePendingAction } from '#features/accounts/web/pending-action.ts'
import { fakeStorage } from '#test/fake-storage.ts'
import { resetSession } from '#test/reset-session.ts'
import { pendingActionOf, takePendingRun } from './pending-run.ts'

beforeEach(() => {
  resetSession()
  fakeStorage('sessionStorage')
})
afterEach(() => vi.unstubAllGlobals())

const prompt = { promptId: 'a', content: 'About {{topic}}', values: {} }
const input = { promptId: 'a', variables: { topic: 'Bees' }, blind: true, keys: { openai: 'sk-secret' } }

describe('a comparison that waits for a sign-in', () => {
  it('is returned only once, only for its prompt, and without the member’s own keys', () => {
    storePendingAction(pendingActionOf(input, ['composer', 'checker'], 2))
    expect(sessionStorage.getItem('pendingAction')).not.toContain('sk-secret')
    expect(takePendingRun({ ...prompt, promptId: 'b' })).toBeUndefined()
    expect(takePendingRun({ content: 'A text of my own', values: {} })).toBeUndefined()
    const { keys: _, ...rest } = input
    expect(takePendingRun(prompt)).toMatchObject({ input: rest, models: ['composer', 'checker'], price: 2 })
    expect(takePendingRun(prompt)).toBeUndefined()
  })

  it('is recognized by its text if it has no prompt id', () => {
    const own = { content: 'A text of my own', values: {} }
    const ownInput = { content: own.content, variables: {}, blind: false }
    storePendingAction(pendingActionOf(ownInput, ['composer', 'checker'], 2))
    expect(takePendingRun(prompt)).toBeUndefined()
    expect(takePendingRun(own)?.models).toEqual(['composer', 'checker'])
  })

  it('states its price, and has the same Idempotency-Key in a duplicated tab', () => {
    const action = pendingActionOf(input, ['writer', 'composer'], 4)
    expect(action.nextStep).toBe('Your comparison starts as soon as you sign in, for 4 credits.')
    storePendingAction(action)
    const storedAction = sessionStorage.getItem('pendingAction') as string
    const pending = takePendingRun(prompt)
    expect(pending?.key).toMatch(/^[0-9a-f]{32}$/)
    sessionStorage.setItem('pendingAction', storedAction)
    expect(takePendingRun(prompt)).toEqual(pending)
  })

  it('is saved instead of run if all its answers are pasted', () => {
    const action = pendingActionOf({ ...input, pasted: [{ model: 'Llama', vendor: 'meta', text: 'Hello' }] }, [], 0)
    expect(action).toMatchObject({ purpose: 'save your comparison', nextStep: 'It is saved as soon as you sign in.' })
  })

  it.each([
    null,
    { input: 7, models: [], price: 1, key: 'k' },
    { input: { promptId: 'a' }, models: [7], price: 1, key: 'k' },
    { input: { promptId: 'a' }, models: ['writer'], key: 'k' },
    { input: { promptId: 'a' }, models: ['writer'], price: 1 },
  ])('isn’t read from invalid data: %j', (data) => {
    storePendingAction({ ...pendingActionOf(input, [], 1), data })
    expect(takePendingRun(prompt)).toBeUndefined()
  })
})
