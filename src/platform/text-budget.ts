import type { RawBuilder } from 'kysely'
import type { Db } from './database/db.ts'

/** How many bytes of texts a page or batch of rows may have. More would stall the process, and fill its memory. */
const bytesMax = 4_000_000

/**
 * Returns how many rows at the start of a list have texts of at most `bytesMax` bytes together, and 1 if the first has
 * more. `sizes`: a query for the `bytes` of the rows, in the order of the list, which PostgreSQL knows without reading
 * the texts (`octet_length`).
 */
export async function countFitting(db: Db, sizes: RawBuilder<{ bytes: number }>): Promise<number> {
  const { rows } = await sizes.execute(db)
  let total = 0
  const end = rows.findIndex(({ bytes }) => {
    total += bytes
    return total > bytesMax
  })
  return Math.max(1, end === -1 ? rows.length : end)
}
