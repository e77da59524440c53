import { sql } from 'kysely'

/**
 * The visibility rule, in one place: what everybody may see. Written as the partial indexes' predicate, so that every
 * list, count, search and page uses them. Expects the table prompts under the name `p`.
 */
export const isPublished = sql<boolean>`p.status = 'published'`
