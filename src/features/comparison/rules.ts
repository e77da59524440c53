import type { ModelVendor } from '#features/models/rules.ts'

/** All limits on a comparison. Lengths are in characters. */
export const comparisonLimits = {
  modelsMin: 2,
  modelsMax: 5,
  pastedMax: 5,
  pastedTextMax: 64_000,
  nameMax: 100,
  valueMax: 20_000,
  noteMax: 1_000,
} as const

/** Tells whether a comparison can be blind. It needs two language models, because the built-in engines aren't rated. */
export function canBeBlind(models: readonly { vendor: ModelVendor }[]): boolean {
  return models.filter(({ vendor }) => vendor !== 'built-in').length >= comparisonLimits.modelsMin
}

/**
 * After this time (in ms), the credits that are reserved for a run are available again. It is longer than any answer
 * may take.
 */
export const holdMs = 15 * 60_000

export const answerStatuses = ['running', 'done', 'stopped', 'failed'] as const
export type AnswerStatus = (typeof answerStatuses)[number]

/** The outcomes of a vote that don't choose a model. */
export const tie = 'tie'
export const noneGood = 'none'

/** The rating of an average model. */
export const averageRating = 1000
/** How many counted votes a model needs to get a rating. */
export const ratedVotesMin = 10
/** Explains the formula of ratings, in downloads and in the API. */
export const ratingMethod =
  'Bradley-Terry by maximum likelihood (minorization-maximization), from blind votes that were not changed. The odds that one model is preferred to another are 10^((difference of ratings) / 400); 1,000 is the average. Each model also has one draw against an average one. A vote among several models counts as one. Interval: the middle 95% of 200 bootstrap samples of the votes.'
/** How many counted votes a prompt needs before the site says which vendor it works best with. */
export const worksBestVotesMin = 5

/** Returns the letter that stands for a model while names are hidden. `place` is its index among the models, from 0. */
export function letterAt(place: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + place)
}
