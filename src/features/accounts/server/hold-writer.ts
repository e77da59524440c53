import { sql } from 'kysely'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Holds a member who writes until the transaction ends: a ban at the same moment waits its turn (a shared lock would let
 * more writes pass it by), then sees what was written, or is seen here, since the request may have been let in before.
 * AppError authentication_required.
 */
export async function holdWriter(tx: Tx, { id }: Member): Promise<void> {
  const { rows } = await sql`select from users where id = ${id} and not banned for no key update`.execute(tx)
  if (!rows[0]) throw new AppError('authentication_required', 'Please sign in first.')
}
