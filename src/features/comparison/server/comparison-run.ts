import type { ChosenModel } from '#features/models/server/create-models.ts'
import type { Member } from '#platform/actor.ts'
import { letterAt } from '../rules.ts'

/**
 * A model in a run. `place` is the random position of its answer, from 0. `name` is how events name the model: its id,
 * or its letter if the comparison is blind.
 */
export type Participant = { model: ChosenModel; place: number; name: string }

export type ComparisonRun = { member: Member; id: string; participants: Participant[]; isBlind: boolean }

/** Assigns each model a random place, so that neither the order nor the letters reveal the models. */
export function assignPlaces(
  models: ChosenModel[],
  isBlind: boolean,
  random: () => number = Math.random,
): Participant[] {
  const places = models.map((_, place) => ({ place, order: random() })).sort((a, b) => a.order - b.order)
  return models.map((model, i) => {
    const { place } = places[i] as { place: number }
    return { model, place, name: isBlind ? letterAt(place) : model.id }
  })
}

/** Returns the key of an answer's hold and of its ledger entry. */
export function opKeyOf(comparisonId: string, model: string): string {
  return `comparison:${comparisonId}:${model}`
}
