/**
 * The limits of the generator's input, in characters. A detail is the tone, audience or language. `contentMax` is for a
 * prompt to change, and `changeMax` for what to change in it.
 */
export const generatorLimits = {
  ideaMin: 3,
  ideaMax: 2_000,
  detailMax: 200,
  changeMax: 1_000,
  contentMax: 32_000,
} as const

/** The kinds of task that a member may choose, in the API's spelling. */
export const taskKinds = [
  'write',
  'rewrite',
  'summarise',
  'translate',
  'code',
  'analyse',
  'research',
  'plan',
  'teach',
  'image',
  'support',
  'brainstorm',
  'other',
] as const
export type TaskKind = (typeof taskKinds)[number]

/** After this many ms, the credits reserved for a run are released. No answer takes that long. */
export const holdMs = 15 * 60_000

/** The statuses of a run. `stopped`: the reader left before the end, and the text so far is stored. */
export const generationStatuses = ['running', 'done', 'stopped', 'failed'] as const
