import { type RawBuilder, sql } from 'kysely'
import { isVisibleToUser } from '#features/catalogue/server/prompt-visibility.ts'
import { type Db, uuidArray } from '#platform/database/db.ts'
import type { StartingPoint } from '../contract.ts'

type Row = Omit<StartingPoint, 'user'> & { username: string }

/** The columns of a StartingPoint, from prompts as `p` and users as `u`. */
export const startingPointColumns: RawBuilder<Row> = sql`
  p.id, p.slug, p.title, p.description, p.excerpt, p.licence, p.credit, u.display_username as username`

export function toStartingPoint({ username, ...row }: Row): StartingPoint {
  return { ...row, user: { username } }
}

/** Returns those of these prompts that the user may see now, by id. */
export async function readStartingPoints(db: Db, userId: string, ids: string[]): Promise<Map<string, StartingPoint>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select ${startingPointColumns} from prompts p join users u on u.id = p.user_id
    where ${isVisibleToUser(userId)} and p.id = any(${uuidArray(ids)})`.execute(db)
  return new Map(rows.map((row) => [row.id, toStartingPoint(row)]))
}
