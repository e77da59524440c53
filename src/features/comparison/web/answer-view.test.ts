import { expect, it } from 'vitest'
import type { ComparisonEvents } from '#features/comparison/contract.ts'
import type { EventOf } from '#web/run-stream.ts'
import { begunRun, type LiveRun, runAfter } from './answer-view.ts'

type Told = EventOf<ComparisonEvents>
const models = [
  { id: 'steady', vendor: 'openai' as const, price: 3 },
  { id: 'composer', vendor: 'built-in' as const, price: 1 },
]
const start = (model: string): Told => ({ event: 'start', data: { runId: 'c', comparisonId: 'c', model, price: 3 } })
const word = (model: string, text: string): Told => ({ event: 'delta', data: { model, text } })
const done = (model: string, stopped = false): Told => ({
  event: 'done',
  data: { model, timeToFirstToken: 5, time: 90, tokens: null, cost: 0.01, credits: 26, stopped },
})
const after = (run: LiveRun, ...events: Told[]) => events.reduce(runAfter, run)
const told = (run: LiveRun) => run.answers.map(({ name, status, text }) => `${name} ${status} ${text}`.trim())

it('gives each text to its model, whatever the order', () => {
  const run = after(
    begunRun(models, false),
    start('steady'),
    start('composer'),
    word('composer', '# '),
    word('steady', 'He'),
  )
  const next = after(run, word('steady', 'llo'), done('composer'), word('steady', '.'))
  expect(told(next)).toEqual(['steady running Hello.', 'composer done #'])
  expect(next.id).toBe('c')
})

it('that fails one by one says so for that model alone, and that it cost nothing', () => {
  const failed: Told = { event: 'error', data: { model: 'steady', error: 'It is busy.', code: 'x' } }
  const run = after(begunRun(models, false), start('steady'), start('composer'), failed, done('composer', true))
  expect(told(run)).toEqual(['steady failed', 'composer stopped'])
  expect(run.answers[0]).toMatchObject({ failure: 'It is busy.', price: 0 })
})

it('begins each text anew when a cut line is taken up', () => {
  const cut = { ...after(begunRun(models, false), start('steady'), word('steady', 'He')), lost: true }
  const run = after(cut, start('steady'), word('steady', 'Hello'))
  expect(told(run)[0]).toBe('steady running Hello')
  expect(run.lost).toBe(false)
})

it('blind tells neither who is who nor what each costs', () => {
  const run = after(begunRun(models, true), start('B'), start('A'), word('A', 'Hi'), done('A'))
  expect(told(run)).toEqual(['A done Hi', 'B running'])
  expect(JSON.stringify(run)).not.toMatch(/steady|composer|openai|built-in/)
  expect(run.answers.map(({ price }) => price)).toEqual([0, 0])
})
