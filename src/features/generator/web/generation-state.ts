import type { ApiError } from '#client/api-error.ts'
import type { EventOf } from '#client/run-stream.ts'
import type {
  GeneratedPrompt,
  GeneratorEvents,
  StartingPoint,
  Generation as StoredGeneration,
} from '#features/generator/contract.ts'
import { msg, t, translate } from '#lib/texts.ts'

/**
 * A generated prompt, or one in progress. `isReconnecting`: the connection was lost and is being restored.
 * `isSettling`: the reader stopped the run or left the page, and the server is asked what it stored. `time` is how long
 * the run took, in ms.
 */
export type Generation = {
  phase: 'running' | 'done' | 'failed'
  runId: string | null
  model: string | null
  price: number | null
  text: string
  prompt: GeneratedPrompt | null
  failure: string | null
  /** If no prompt of the catalogue fits the idea: those that come closest. Otherwise null. */
  alternatives: StartingPoint[] | null
  time: number | null
  isReconnecting: boolean
  isSettling: boolean
}

/** A prompt that was generated earlier. `runId` is null if a model on the member's own machine wrote it. */
export type OpenedGeneration = { runId: string | null; prompt: GeneratedPrompt; model: string; price: number }

/**
 * `runKey` identifies the run in progress, and is its Idempotency-Key unless the run was resumed. `shortage` is the
 * message about a balance that is too low.
 */
export type GeneratorState = { runKey: string | null; generation: Generation | null; shortage: string | null }

/**
 * An action with a `key` belongs to the run with this `runKey`, and is ignored after that run has ended. `time` counts
 * from the run's start, in ms. `resumed`: the reader is back on the page that they left during the run.
 */
export type GeneratorAction =
  | { type: 'started'; runKey: string }
  | { type: 'received'; key: string; event: EventOf<GeneratorEvents>; time: number }
  | { type: 'disconnected'; key: string }
  | { type: 'failed'; key: string; error: Pick<ApiError, 'status' | 'message'> }
  | { type: 'stopped'; key: string }
  | { type: 'settled'; key: string; stored: StoredGeneration | null; time: number | null }
  | ({ type: 'opened' } & OpenedGeneration)
  | ({ type: 'resumed'; runKey: string } & Omit<OpenedGeneration, 'prompt'>)
  | { type: 'shortage'; message: string | null }

export const idleState: GeneratorState = { runKey: null, generation: null, shortage: null }

/** The state of a run that has just begun. */
const newGeneration: Generation = {
  phase: 'running',
  runId: null,
  model: null,
  price: null,
  text: '',
  prompt: null,
  failure: null,
  alternatives: null,
  time: null,
  isReconnecting: false,
  isSettling: false,
}

const nothingCharged = msg('Stopped before its first word. Nothing was charged.')

/**
 * Returns the generator's state after an action. A stopped run stays in progress (`isSettling`), even without text: the
 * server may have sent and charged some. A run that was stopped before it began has failed.
 */
export function reduceGenerator(state: GeneratorState, action: GeneratorAction): GeneratorState {
  switch (action.type) {
    case 'started':
      return { ...state, runKey: action.runKey, generation: newGeneration }
    case 'opened': {
      const { type: _, prompt, ...opened } = action
      const generation: Generation = { ...newGeneration, ...opened, phase: 'done', prompt, text: prompt.content }
      return { ...state, runKey: null, generation }
    }
    case 'resumed': {
      const { type: _, runKey, ...opened } = action
      return { ...state, runKey, generation: { ...newGeneration, ...opened, isSettling: true } }
    }
    case 'shortage':
      return { ...state, shortage: action.message }
    default:
      if (state.generation === null || action.key !== state.runKey) return state
      return reduceRun(state, state.generation, action)
  }
}

function reduceRun(
  state: GeneratorState,
  before: Generation,
  action: Extract<GeneratorAction, { key: string }>,
): GeneratorState {
  const endedState = { ...state, runKey: null }
  switch (action.type) {
    case 'received': {
      const generation = afterEvent(before, action.event, action.time)
      return generation.phase === 'running' ? { ...state, generation } : { ...endedState, generation }
    }
    case 'disconnected':
      return { ...state, generation: { ...before, isReconnecting: true } }
    case 'failed':
      if (action.error.status === 402) return { ...endedState, generation: null, shortage: action.error.message }
      return {
        ...endedState,
        generation: { ...before, phase: 'failed', failure: action.error.message, isReconnecting: false },
      }
    case 'stopped': {
      const stopped = { ...before, isReconnecting: false }
      if (before.runId === null)
        return { ...endedState, generation: { ...stopped, phase: 'failed', failure: translate(nothingCharged) } }
      return { ...state, generation: { ...stopped, isSettling: true } }
    }
    case 'settled':
      return { ...endedState, generation: afterStop(before, action.stored, action.time) }
  }
}

/** Applies an event to a generation. A restored connection repeats all events, so `start` clears the text. */
function afterEvent(before: Generation, event: EventOf<GeneratorEvents>, time: number): Generation {
  const connected = { ...before, isReconnecting: false }
  switch (event.event) {
    case 'start':
      return { ...connected, ...event.data, text: '' }
    case 'delta':
      return { ...connected, text: before.text + event.data.text }
    case 'done':
      return { ...connected, phase: 'done', prompt: event.data.prompt, text: event.data.prompt.content, time }
    case 'error':
      return {
        ...connected,
        phase: 'failed',
        failure: event.data.error,
        alternatives: event.data.alternatives ?? null,
        time,
      }
  }
}

/** Returns a stopped or resumed generation, given what the server stored for it (`stored`). */
function afterStop(before: Generation, stored: StoredGeneration | null, time: number | null): Generation {
  const settled = { ...before, isSettling: false, time }
  if (stored?.prompt)
    return { ...settled, phase: 'done', prompt: stored.prompt, text: stored.prompt.content, price: stored.price }
  return { ...settled, phase: 'failed', failure: stored?.failure ?? t('The run was stopped. See your runs.') }
}
