import { sql } from 'kysely'

/**
 * The SQL condition that an answer (`a` in the query, of comparison_answers) is rated: it is complete, not pasted, and
 * by a language model.
 */
export const isRateable = sql<boolean>`a.status = 'done' and not a.pasted and a.vendor <> 'built-in'`
