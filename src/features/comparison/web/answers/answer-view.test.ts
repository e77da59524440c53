import { expect, it } from 'vitest'
import type { EventOf } from '#client/run-stream.ts'
import type { ComparisonEvents } from '#features/comparison/contract.ts'
import { applyEvent, type LiveRun, newRun } from './answer-view.ts'

type RunEvent = EventOf<ComparisonEvents>
const models = [
  { id: 'steady', vendor: 'openai' as const, price: 3 },
  { id: 'composer', vendor: 'built-in' as const, price: 1 },
]
const start = (model: string): RunEvent => ({
  event: 'start',
  data: { runId: 'c', comparisonId: 'c', model, price: 3 },
})
const word = (model: string, text: string): RunEvent => ({ event: 'delta', data: { model, text } })
const done = (model: string, stopped = false): RunEvent => ({
  event: 'done',
  data: { model, timeToFirstToken: 5, time: 90, tokens: null, cost: 0.01, credits: 26, stopped },
})
const after = (run: LiveRun, ...events: RunEvent[]) => events.reduce(applyEvent, run)
const summaryOf = (run: LiveRun) => run.answers.map(({ name, status, text }) => `${name} ${status} ${text}`.trim())

it('appends each piece of text to its model’s answer, even if pieces of several answers alternate', () => {
  const run = after(
    newRun(models, false),
    start('steady'),
    start('composer'),
    word('composer', '# '),
    word('steady', 'He'),
  )
  const next = after(run, word('steady', 'llo'), done('composer'), word('steady', '.'))
  expect(summaryOf(next)).toEqual(['steady running Hello.', 'composer done #'])
  expect(next.id).toBe('c')
})

it('marks only the failed model as failed, without a price', () => {
  const failed: RunEvent = { event: 'error', data: { model: 'steady', error: 'It is busy.', code: 'x' } }
  const run = after(newRun(models, false), start('steady'), start('composer'), failed, done('composer', true))
  expect(summaryOf(run)).toEqual(['steady failed', 'composer stopped'])
  expect(run.answers[0]).toMatchObject({ failure: 'It is busy.', price: 0 })
})

it('clears an answer when a lost connection is restored', () => {
  const disconnected = { ...after(newRun(models, false), start('steady'), word('steady', 'He')), isReconnecting: true }
  const run = after(disconnected, start('steady'), word('steady', 'Hello'))
  expect(summaryOf(run)[0]).toBe('steady running Hello')
  expect(run.isReconnecting).toBe(false)
})

it('hides names and prices in a blind run', () => {
  const run = after(newRun(models, true), start('B'), start('A'), word('A', 'Hi'), done('A'))
  expect(summaryOf(run)).toEqual(['A done Hi', 'B running'])
  expect(JSON.stringify(run)).not.toMatch(/steady|composer|openai|built-in/)
  expect(run.answers.map(({ price }) => price)).toEqual([0, 0])
})
