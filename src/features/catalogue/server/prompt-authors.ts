import { sql } from 'kysely'

/**
 * SQL for the ids of the authors that a prompt (as `p`) counts for. With a credit these are the people named in it, or
 * none if they are unknown. Without a credit it is the account that the prompt belongs to.
 */
export const authorsOf = sql<string[]>`authors_of(p.credit, p.credit_version, p.credited_ids, p.user_id)`
