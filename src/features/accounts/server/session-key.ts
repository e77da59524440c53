import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { siteSecret } from '#server/platform/site-secrets.ts'

/** Gives the key under which session tokens are stored. Another key ends all sessions. */
export type SessionKey = () => Promise<Buffer>

/** The key made of SESSION_SECRET, or the one that the database keeps; asked for once. */
export function createSessionKey(db: Db, setting?: string): SessionKey {
  if (setting) {
    const key = createHash('sha256').update(setting).digest()
    return async () => key
  }
  let kept: Buffer | undefined
  return async () => {
    kept ??= await siteSecret(db, 'session')
    return kept
  }
}
