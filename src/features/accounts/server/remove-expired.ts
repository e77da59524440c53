import { inTransaction } from '#server/platform/db.ts'
import type { Accounts } from './account-hooks.ts'

/** Deletes expired sessions and account tokens, which no longer work, to keep the tables small. */
export async function removeExpired({ db, now }: Pick<Accounts, 'db' | 'now'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('sessions').where('expiresAt', '<=', now()).execute()
    await tx.deleteFrom('accountTokens').where('expiresAt', '<=', now()).execute()
  })
}
