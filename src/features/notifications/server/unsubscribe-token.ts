import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { isId } from '#server/platform/ids.ts'
import { siteSecret } from '#server/platform/site-secrets.ts'

/** The path of the page that ends digests; a token follows. */
export const unsubscribePath = '/unsubscribe/'

/** The token that ends a member's digests without signing in: their id, signed. It works as long as the account exists. */
export async function unsubscribeToken(db: Db, userId: string): Promise<string> {
  return `${userId}.${(await sign(db, userId)).toString('base64url')}`
}

/** The member of a token. Null if it isn't one of ours. */
export async function readUnsubscribeToken(db: Db, token: string): Promise<string | null> {
  const [userId = '', signature = ''] = token.split('.')
  if (!isId(userId)) return null
  const expected = await sign(db, userId)
  const given = Buffer.from(signature, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : null
}

async function sign(db: Db, userId: string): Promise<Buffer> {
  const key = await siteSecret(db, 'unsubscribe')
  return createHmac('sha256', key).update(`digest:${userId}`).digest()
}
