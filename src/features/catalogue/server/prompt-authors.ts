import { sql } from 'kysely'

/**
 * SQL for the ids of the authors that a prompt counts for, over prompts as `p`: the people in its credit (none if they
 * are unknown), or without a credit the account that it belongs to.
 */
export const authorsOf = sql<string[]>`authors_of(p.credit, p.credit_version, p.credited_ids, p.user_id)`
