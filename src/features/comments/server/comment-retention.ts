import { sql } from 'kysely'
import type { Retention } from '#platform/work/retention.ts'
import { deletedDays } from '../rules.ts'

/**
 * Deleted comments. Those without replies are deleted, and the texts, fingerprints and reports of use of the others are
 * erased.
 */
export const commentRetention: Retention[] = [
  {
    table: 'comments',
    column: 'deletedAt',
    keep: deletedDays,
    where: sql`not exists (select from comments a where a.parent_id = r.id)`,
  },
  {
    table: 'comments',
    name: 'comment-texts',
    column: 'deletedAt',
    keep: deletedDays,
    where: sql`r.fingerprint <> ''`,
    clear: sql`content = '', fingerprint = '', outcome = null, model = null, model_key = null, version = null`,
  },
]
