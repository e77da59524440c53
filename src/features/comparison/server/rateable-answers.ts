import { sql } from 'kysely'

/**
 * SQL that tells whether an answer (`a` in the query, from comparison_answers) can be rated. It must be complete, not
 * pasted, and by a language model.
 */
export const isRateable = sql<boolean>`a.status = 'done' and not a.pasted and a.vendor <> 'built-in'`
