import { sql } from 'kysely'
import type { Retention } from '#platform/work/retention.ts'

/** How many rows one statement deletes. A trigger stores the files to remove (`remove-pictures.ts`). */
const batchRows = 50

/** Uploads that no example uses, and examples that moderators removed. */
export const exampleRetention: Retention[] = [
  { table: 'examplePictures', column: 'createdAt', keep: 1, where: sql`r.example_id is null`, batchRows },
  { table: 'examples', column: 'changedAt', keep: 30, where: sql`r.status = 'removed'`, batchRows },
]
