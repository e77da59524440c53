import type { Db } from '#server/platform/db.ts'
import type { Passkey } from '../contract.ts'
import { passkeyLimits } from '../rules.ts'

/** A user's passkeys, newest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(passkeyLimits.most)
    .execute()
  return rows.map(({ id, name, created_at, used_at }) => ({
    id,
    name,
    createdAt: created_at.toISOString(),
    lastUsedAt: used_at?.toISOString() ?? null,
  }))
}
