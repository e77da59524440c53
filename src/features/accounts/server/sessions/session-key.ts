import { createHash } from 'node:crypto'
import type { Db } from '#platform/database/db.ts'
import { getSiteSecret } from '#platform/site-secrets.ts'

/** Returns the key with which session tokens are hashed. If it changes, all sessions end. */
export type SessionKey = () => Promise<Buffer>

/**
 * Creates a function that returns the key derived from SESSION_SECRET. Without that setting, the function returns the
 * key stored in the database, which it reads once.
 */
export function createSessionKey(db: Db, sessionSecret?: string): SessionKey {
  if (sessionSecret) {
    const key = createHash('sha256').update(sessionSecret).digest()
    return async () => key
  }
  let cached: Buffer | undefined
  return async () => {
    cached ??= await getSiteSecret(db, 'session')
    return cached
  }
}
