import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#platform/database/db.ts'
import { isId } from '#platform/ids.ts'
import { getSiteSecret } from '#platform/site-secrets.ts'
import { type UnsubscribableEmail, unsubscribableEmailNames } from '../regular-email-rules.ts'

/** The beginning of the path for unsubscribing. A token follows it. */
export const unsubscribePath = '/unsubscribe/'

/** What a token unsubscribes from: one kind of email to one member. */
export type Subscription = { userId: string; email: UnsubscribableEmail }

/**
 * Creates a token that unsubscribes from one kind of email without a sign-in: the member's id with a signature. It is
 * valid as long as the account exists.
 */
export async function createUnsubscribeToken(db: Db, { userId, email }: Subscription): Promise<string> {
  return `${userId}.${(await sign(db, { userId, email })).toString('base64url')}`
}

/** Returns the member and the email of a token, or null if the token is invalid. */
export async function readUnsubscribeToken(db: Db, token: string): Promise<Subscription | null> {
  const [userId = '', signature = ''] = token.split('.')
  if (!isId(userId)) return null
  const given = Buffer.from(signature, 'base64url')
  for (const email of unsubscribableEmailNames) {
    const expected = await sign(db, { userId, email })
    if (given.length === expected.length && timingSafeEqual(given, expected)) return { userId, email }
  }
  return null
}

async function sign(db: Db, { userId, email }: Subscription): Promise<Buffer> {
  const key = await getSiteSecret(db, 'unsubscribe')
  return createHmac('sha256', key).update(`${email}:${userId}`).digest()
}
