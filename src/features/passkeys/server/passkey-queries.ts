import { t } from '#lib/texts.ts'
import type { Db } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Passkey } from '../contract.ts'
import { passkeyLimits } from '../rules.ts'

/** Returns a user's passkeys, newest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, name, createdAt, usedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: usedAt?.toISOString() ?? null,
  }))
}

/** Returns what an authenticator needs to recognize a user's passkeys. */
export function listKeys(db: Db, userId: string) {
  return db.selectFrom('passkeys').select(['credentialId', 'transports']).where('userId', '=', userId).execute()
}

/** Refuses another passkey if a user with these ones has the maximum. Throws AppError conflict. */
export function refuseTooManyPasskeys(keys: readonly unknown[]): void {
  if (keys.length < passkeyLimits.passkeysMax) return
  throw new AppError(
    'conflict',
    t('You have {passkeysMax} passkeys. Remove one first.', { passkeysMax: passkeyLimits.passkeysMax }),
  )
}
