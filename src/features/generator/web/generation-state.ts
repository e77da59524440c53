import type { GeneratedPrompt, GeneratorEvents } from '#features/generator/contract.ts'
import type { EventOf } from '#web/run-stream.ts'

/**
 * A prompt that is being written, or was. `lost`: the line was cut and is taken up again. `settling`: it was stopped, and
 * the server is asked what it kept. `time` in ms, as the reader saw it.
 */
export type Generation = {
  phase: 'running' | 'done' | 'failed'
  runId: string | null
  model: string | null
  price: number | null
  text: string
  prompt: GeneratedPrompt | null
  failure: string | null
  time: number | null
  lost: boolean
  settling: boolean
}

export const begunGeneration: Generation = {
  phase: 'running',
  runId: null,
  model: null,
  price: null,
  text: '',
  prompt: null,
  failure: null,
  time: null,
  lost: false,
  settling: false,
}

/** The generation after an event; `time` is how long it runs, in ms. A line taken up again tells all from the start. */
export function afterEvent(before: Generation, event: EventOf<GeneratorEvents>, time: number): Generation {
  const told = { ...before, lost: false }
  switch (event.event) {
    case 'start':
      return { ...told, ...event.data, text: '' }
    case 'delta':
      return { ...told, text: before.text + event.data.text }
    case 'done':
      return { ...told, phase: 'done', prompt: event.data.prompt, text: event.data.prompt.content, time }
    case 'error':
      return { ...told, phase: 'failed', failure: event.data.error, time }
  }
}
