/** Lengths in characters. Owner of every limit on what the generator is asked. */
export const generatorLimits = {
  ideaMin: 3,
  ideaMax: 2_000,
  wishMax: 200,
  changeMax: 1_000,
  contentMax: 32_000,
} as const

/** A run's hold falls back by itself after this, in ms: longer than any answer may take. */
export const holdMs = 15 * 60_000

/** How a generation stands. */
export const generationStatuses = ['running', 'done', 'stopped', 'failed'] as const
