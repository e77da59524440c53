import { sql } from 'kysely'

/** Selects complete, unpasted answers of language models, over comparison_answers as `a`. Only these are rated. */
export const measured = sql<boolean>`a.status = 'done' and not a.pasted and a.vendor <> 'built-in'`
