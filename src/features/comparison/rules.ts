/** Owner of every limit on a comparison. Lengths in characters. */
export const comparisonLimits = {
  modelsMin: 2,
  modelsMax: 5,
  pastedMax: 5,
  pastedTextMax: 64_000,
  nameMax: 100,
  valueMax: 20_000,
} as const

/** A run's holds fall back by themselves after this, in ms: longer than any answer may take. */
export const holdMs = 15 * 60_000

export const answerStatuses = ['running', 'done', 'stopped', 'failed'] as const
export type AnswerStatus = (typeof answerStatuses)[number]

/** What a vote may say besides a model. */
export const tie = 'tie'
export const noneGood = 'none'

/** A model needs so many counted votes before it gets a rating; below, there is not enough data. */
export const ratedFrom = 10
/** A prompt works best with a vendor only after so many counted votes on it. */
export const worksBestFrom = 5

/** How answers are called while names are hidden. */
export function labelOf(place: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + place)
}
