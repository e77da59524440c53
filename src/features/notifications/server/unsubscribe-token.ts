import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { isId } from '#server/platform/ids.ts'
import { siteSecret } from '#server/platform/site-secrets.ts'
import { type RegularEmail, regularEmailNames } from '../regular-email-rules.ts'

/** The path of the page to unsubscribe; a token follows. */
export const unsubscribePath = '/unsubscribe/'

/** What a token unsubscribes from: one kind of email to one member. */
export type Subscription = { userId: string; email: RegularEmail }

/**
 * The token to unsubscribe from one kind of email without signing in: the member's id, signed. It is valid as long as
 * the account exists.
 */
export async function unsubscribeToken(db: Db, { userId, email }: Subscription): Promise<string> {
  return `${userId}.${(await sign(db, { userId, email })).toString('base64url')}`
}

/** The subscription of a token. Null if the token is invalid. */
export async function readUnsubscribeToken(db: Db, token: string): Promise<Subscription | null> {
  const [userId = '', signature = ''] = token.split('.')
  if (!isId(userId)) return null
  const given = Buffer.from(signature, 'base64url')
  for (const email of regularEmailNames) {
    const expected = await sign(db, { userId, email })
    if (given.length === expected.length && timingSafeEqual(given, expected)) return { userId, email }
  }
  return null
}

async function sign(db: Db, { userId, email }: Subscription): Promise<Buffer> {
  const key = await siteSecret(db, 'unsubscribe')
  return createHmac('sha256', key).update(`${email}:${userId}`).digest()
}
