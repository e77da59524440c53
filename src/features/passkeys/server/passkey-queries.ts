import type { Db } from '#server/platform/db.ts'
import type { Passkey } from '../contract.ts'
import { passkeyLimits } from '../rules.ts'

/** Returns a user's passkeys, newest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(passkeyLimits.passkeysMax)
    .execute()
  return rows.map(({ id, name, createdAt, usedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: usedAt?.toISOString() ?? null,
  }))
}
