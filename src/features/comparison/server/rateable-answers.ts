import { sql } from 'kysely'

/** The SQL condition for answers that are rated: complete, not pasted, by a language model. `a`: comparison_answers. */
export const isRateable = sql<boolean>`a.status = 'done' and not a.pasted and a.vendor <> 'built-in'`
