import { sql } from 'kysely'

/**
 * Whom a prompt counts for, over prompts as `p`: the ids of the people in its credit, none if they are unknown, or else
 * of the account that it belongs to.
 */
export const authorsOf = sql<string[]>`authors_of(p.credit, p.credit_version, p.credited_ids, p.user_id)`
