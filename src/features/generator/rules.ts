/** All limits on the generator's input. Lengths in characters. */
export const generatorLimits = {
  ideaMin: 3,
  ideaMax: 2_000,
  detailMax: 200,
  changeMax: 1_000,
  contentMax: 32_000,
} as const

/** After how many ms the credits that are reserved for a run become free again: longer than any answer may take. */
export const holdMs = 15 * 60_000

export const generationStatuses = ['running', 'done', 'stopped', 'failed'] as const
