import { describe, expect, it } from 'vitest'
import type { EventOf } from '#client/run-stream.ts'
import type { GeneratorEvents } from '#features/generator/contract.ts'
import { type GeneratorAction, type GeneratorState, idleState, reduceGenerator } from './generation-state.ts'

type RunEvent = EventOf<GeneratorEvents>
const begin: GeneratorAction = { type: 'started', runKey: 'k' }
const received = (event: RunEvent, key = 'k'): GeneratorAction => ({ type: 'received', key, event, time: 9 })
const start = received({ event: 'start', data: { runId: 'r', price: 3, model: 'm' } })
const word = (text: string, key?: string) => received({ event: 'delta', data: { text } }, key)
const stop: GeneratorAction = { type: 'stopped', key: 'k' }
const prompt = {
  title: 'T',
  description: '',
  content: 'One two',
  category: 'general',
  tags: [],
  variables: [],
  source: null,
  alternatives: [],
}
const done = received({ event: 'done', data: { prompt, credits: 27 } })
const stored = {
  id: 'r',
  idea: 'An idea',
  kind: null,
  tone: null,
  audience: null,
  language: null,
  model: 'm',
  vendor: 'openai' as const,
  version: null,
  price: 2,
  status: 'stopped' as const,
  failure: null,
  prompt,
  createdAt: '2026-11-20T12:00:00.000Z',
}
const settle = (change: Partial<typeof stored> | { prompt: null; failure: string } | null): GeneratorAction => ({
  type: 'settled',
  key: 'k',
  stored: change && { ...stored, ...change },
  time: 50,
})
const stateAfter = (actions: GeneratorAction[], state: GeneratorState = idleState) =>
  actions.reduce(reduceGenerator, state)

describe('a run of the generator', () => {
  it('shows its text chunk by chunk, and finally the prompt', () => {
    const running = stateAfter([begin, start, word('One '), word('two')])
    expect(running).toMatchObject({ runKey: 'k', generation: { phase: 'running', text: 'One two', price: 3 } })
    const ended = stateAfter([begin, start, word('One two, and'), done])
    expect(ended).toMatchObject({ runKey: null, generation: { phase: 'done', prompt, text: 'One two', time: 9 } })
  })

  it('starts its text over when a lost connection is restored', () => {
    const disconnected = stateAfter([begin, start, word('One '), { type: 'disconnected', key: 'k' }])
    expect(disconnected.generation).toMatchObject({ isReconnecting: true, text: 'One ' })
    expect(stateAfter([start, word('One two')], disconnected).generation).toMatchObject({
      text: 'One two',
      isReconnecting: false,
    })
  })

  it('shows its error and its text so far if it fails', () => {
    const error = received({ event: 'error', data: { error: 'It took too long.', code: 'provider_unavailable' } })
    const { generation } = stateAfter([begin, start, word('One'), error])
    expect(generation).toMatchObject({ phase: 'failed', failure: 'It took too long.', text: 'One', time: 9 })
  })

  it('fails with the message of a refused request', () => {
    const refused: GeneratorAction = { type: 'failed', key: 'k', error: { status: 503, message: 'Too busy.' } }
    const disconnected: GeneratorAction = { type: 'disconnected', key: 'k' }
    expect(stateAfter([begin, disconnected, refused])).toMatchObject({
      runKey: null,
      generation: { phase: 'failed', failure: 'Too busy.', isReconnecting: false },
      shortage: null,
    })
  })

  it('disappears when the balance is too low, and leaves a message', () => {
    const refused: GeneratorAction = { type: 'failed', key: 'k', error: { status: 402, message: 'You need 3.' } }
    const state = stateAfter([begin, refused])
    expect(state).toEqual({ runKey: null, generation: null, shortage: 'You need 3.' })
    expect(stateAfter([{ type: 'shortage', message: null }], state)).toEqual(idleState)
  })

  it('ignores events of other runs, and events after its end', () => {
    const next = stateAfter([begin, start, word('One'), { type: 'started', runKey: 'n' }])
    expect(stateAfter([word(' late'), stop, settle({})], next)).toBe(next)
    expect(stateAfter([word('New', 'n')], next).generation?.text).toBe('New')
    const ended = stateAfter([begin, start, done])
    expect(stateAfter([word(' late')], ended)).toBe(ended)
    expect(stateAfter([word('early')])).toBe(idleState)
  })
})

describe('a stopped run', () => {
  it('waits for what the server stored even without text, because the first words may be on their way', () => {
    const stopped = stateAfter([begin, start, stop])
    expect(stopped).toMatchObject({ runKey: 'k', generation: { phase: 'running', isSettling: true, text: '' } })
    expect(stateAfter([settle({})], stopped).generation).toMatchObject({ phase: 'done', prompt, price: 2 })
    const lost: GeneratorAction = { type: 'disconnected', key: 'k' }
    const restored = stateAfter([begin, start, word('One'), lost, start, stop])
    expect(restored.generation).toMatchObject({ isSettling: true, text: '' })
  })

  it('counts as failed, without charge, if it was stopped before it began', () => {
    expect(stateAfter([begin, stop])).toMatchObject({
      runKey: null,
      generation: { phase: 'failed', failure: 'Stopped before its first word. Nothing was charged.' },
    })
  })

  it('is no longer reconnecting if it was stopped while its connection was lost', () => {
    const lost: GeneratorAction = { type: 'disconnected', key: 'k' }
    expect(stateAfter([begin, lost, stop]).generation).toMatchObject({ phase: 'failed', isReconnecting: false })
    const stopped = stateAfter([begin, start, word('One'), lost, stop])
    expect(stopped.generation).toMatchObject({ isSettling: true, isReconnecting: false })
    expect(stateAfter([settle({})], stopped).generation).toMatchObject({ phase: 'done', isReconnecting: false })
  })

  it('waits for the result that the server stored, and shows it', () => {
    const stopped = stateAfter([begin, start, word('One'), stop])
    expect(stopped).toMatchObject({ runKey: 'k', generation: { phase: 'running', isSettling: true, text: 'One' } })
    expect(stateAfter([settle({})], stopped)).toMatchObject({
      runKey: null,
      generation: { phase: 'done', prompt, text: 'One two', price: 2, time: 50, isSettling: false },
    })
  })

  it('counts as failed if the server stored no prompt or can’t be reached', () => {
    const stopped = stateAfter([begin, start, word('One'), stop])
    const failureOf = (action: GeneratorAction) => stateAfter([action], stopped).generation
    expect(failureOf(settle({ prompt: null, failure: 'Refunded.' }))).toMatchObject({
      phase: 'failed',
      failure: 'Refunded.',
      text: 'One',
    })
    expect(failureOf(settle(null))).toMatchObject({ phase: 'failed', failure: 'The run was stopped. See your runs.' })
  })
})

it('a run that the reader left is settled without a time, because the reader didn’t see it end', () => {
  const resumed = stateAfter([{ type: 'resumed', runKey: 'k', runId: 'r', model: 'm', price: 3 }])
  expect(resumed).toMatchObject({ runKey: 'k', generation: { phase: 'running', runId: 'r', isSettling: true } })
  const settled = stateAfter([{ type: 'settled', key: 'k', stored, time: null }], resumed)
  expect(settled.generation).toMatchObject({ phase: 'done', prompt, price: 2, time: null, isSettling: false })
})

it('opening an earlier prompt replaces the current run', () => {
  const opened = stateAfter([begin, start, word('One'), { type: 'opened', runId: 'o', prompt, model: 'old', price: 1 }])
  expect(opened).toMatchObject({
    runKey: null,
    generation: { phase: 'done', prompt, model: 'old', price: 1, runId: 'o' },
  })
  expect(stateAfter([word(' late')], opened)).toBe(opened)
})
