import type { EventOf } from '#client/run-stream.ts'
import type { Comparison, ComparisonAnswer, ComparisonEvents } from '#features/comparison/contract.ts'
import { letterAt } from '#features/comparison/rules.ts'
import { type AiVendor, estimateTokens, type ModelVendor } from '#features/models/rules.ts'
import { chatNameOf } from '../chat-name.ts'

/**
 * An answer as a column shows it, while it streams and afterwards. `name` is the model's id, its letter while names are
 * hidden, or the name of a pasted answer.
 */
export type AnswerView = Omit<ComparisonAnswer, 'model' | 'status'> & {
  name: string
  status: ComparisonAnswer['status'] | 'waiting'
}

/** A running comparison. `isReconnecting` means that the connection was lost and is being restored. */
export type LiveRun = { id: string | null; isBlind: boolean; answers: AnswerView[]; isReconnecting: boolean }

const empty: Omit<AnswerView, 'name' | 'vendor'> = {
  status: 'waiting',
  version: null,
  text: '',
  failure: null,
  cut: false,
  timeToFirstToken: null,
  time: null,
  tokens: null,
  cost: null,
  price: 0,
  pasted: false,
  answeredAt: null,
}

/**
 * Creates a run before its first event, with a waiting answer for each model. If the run is blind, letters replace the
 * models' names.
 */
export function newRun(models: { id: string; vendor: ModelVendor; price: number }[], isBlind: boolean): LiveRun {
  const answers = models.map(({ id, vendor, price }, place) =>
    isBlind ? { ...empty, name: letterAt(place), vendor: null } : { ...empty, name: id, vendor, price },
  )
  return { id: null, isBlind, answers, isReconnecting: false }
}

/** Returns the run after this event. A restored connection repeats all events, so `start` clears an answer. */
export function applyEvent(run: LiveRun, { event, data }: EventOf<ComparisonEvents>): LiveRun {
  const id = 'comparisonId' in data ? data.comparisonId : run.id
  const name = 'model' in data ? data.model : undefined
  const change = (next: (answer: AnswerView) => Partial<AnswerView>): LiveRun => ({
    ...run,
    id,
    isReconnecting: false,
    answers: run.answers.map((answer) => (answer.name === name ? { ...answer, ...next(answer) } : answer)),
  })
  switch (event) {
    case 'start':
      return change(({ price }) => ({ status: 'running', text: '', failure: null, price: run.isBlind ? 0 : price }))
    case 'delta':
      return change(({ text }) => ({ text: text + data.text }))
    case 'done': {
      const { timeToFirstToken, time, tokens, cost, stopped } = data
      return change(() => ({ status: stopped ? 'stopped' : 'done', timeToFirstToken, time, tokens, cost }))
    }
    case 'error':
      return name === undefined ? run : change(() => ({ status: 'failed', failure: data.error, price: 0 }))
    case 'end':
      return { ...run, id, isReconnecting: false }
  }
}

/** Creates the view of a complete answer whose model isn't known. */
export function blindAnswer(text: string, place: number): AnswerView {
  return { ...empty, name: letterAt(place), vendor: null, status: 'done', text }
}

/** Creates the view of an answer that was pasted for a family of models. It is named after the family's chat. */
export function pastedAnswer(vendor: AiVendor, text: string): AnswerView {
  return { ...empty, name: chatNameOf(vendor), vendor, status: 'done', pasted: true, text }
}

/** Creates the view of a text that a built-in engine writes in the browser, with the time that this takes. */
export function composedAnswer(name: string, compose: () => string): AnswerView {
  const startedAt = performance.now()
  const text = compose().trim()
  const time = performance.now() - startedAt
  const tokens = { input: 0, output: estimateTokens(text), estimated: true }
  return { ...empty, name, vendor: 'built-in', status: 'done', text, timeToFirstToken: time, time, tokens }
}

/** Converts the answers of a stored comparison to views. */
export function viewsOf({ answers }: Pick<Comparison, 'answers'>): AnswerView[] {
  return answers.map(({ model, ...answer }) => ({ ...answer, name: model }))
}

/** Tells whether a vote for an answer can count, which requires that the answer is complete and not pasted. */
export function isContender({ status, pasted }: Pick<AnswerView, 'status' | 'pasted'>): boolean {
  return status === 'done' && !pasted
}

/**
 * Tells whether there is something to vote on: at least two complete answers, not all of them by the built-in engines.
 */
export function areVotable(answers: AnswerView[]): boolean {
  const complete = answers.filter(({ status }) => status === 'done')
  return complete.length >= 2 && complete.some(({ vendor }) => vendor !== 'built-in')
}
