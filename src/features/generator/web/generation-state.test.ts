import { expect, it } from 'vitest'
import type { GeneratorEvents } from '#features/generator/contract.ts'
import type { EventOf } from '#web/run-stream.ts'
import { afterEvent, begunGeneration } from './generation-state.ts'

type Told = EventOf<GeneratorEvents>
const start: Told = { event: 'start', data: { runId: 'r', price: 3, model: 'm' } }
const word = (text: string): Told => ({ event: 'delta', data: { text } })
const prompt = { title: 'T', description: '', content: 'One two', category: 'general', tags: [] }
const after = (events: Told[], from = begunGeneration) =>
  events.reduce((state, event) => afterEvent(state, event, 9), from)

it('grows with each piece and ends with the prompt as it was kept', () => {
  expect(after([start, word('One '), word('two')])).toMatchObject({ phase: 'running', text: 'One two', price: 3 })
  const done = after([start, word('One two, and'), { event: 'done', data: { prompt, credits: 27 } }])
  expect(done).toMatchObject({ phase: 'done', prompt, text: 'One two', time: 9 })
})

it('begins its text anew when a cut line is taken up, so that nothing stands twice', () => {
  const cut = { ...after([start, word('One ')]), lost: true }
  expect(after([start, word('One two')], cut)).toMatchObject({ text: 'One two', lost: false })
})

it('that fails says why and keeps what was seen', () => {
  const event: Told = { event: 'error', data: { error: 'It took too long.', code: 'provider_unavailable' } }
  expect(after([start, word('One'), event])).toMatchObject({
    phase: 'failed',
    failure: 'It took too long.',
    text: 'One',
  })
})
