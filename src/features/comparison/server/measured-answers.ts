import { sql } from 'kysely'

/** SQL for complete, unpasted answers by language models, over comparison_answers as `a`. Only these are rated. */
export const isMeasured = sql<boolean>`a.status = 'done' and not a.pasted and a.vendor <> 'built-in'`
