import { cutText } from '#lib/well-formed.ts'
import type { Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { recordedNetwork } from '#platform/ip-prefix.ts'
import { maxSessions, sessionIdleMs } from '../../rules.ts'
import { newToken } from '../secret-token.ts'

/** Where a session starts: the IP address and the User-Agent. */
export type Device = { address: string; browser: string }

/** How many characters of a User-Agent are stored. */
const browserMaxLength = 300

type NewSession = { userId: string; device: Device; key: Buffer; now: Date }

/**
 * Starts a session and returns its token, which only the browser stores. Ends the least recently used sessions beyond
 * the maximum of 50.
 */
export async function startSession(tx: Tx, { userId, device, key, now }: NewSession): Promise<string> {
  const { token, hash } = newToken(userId, key)
  await tx
    .insertInto('sessions')
    .values({
      userId,
      id: newId(),
      tokenHash: hash,
      createdAt: now,
      usedAt: now,
      expiresAt: new Date(now.getTime() + sessionIdleMs),
      network: recordedNetwork(device.address),
      browser: cutText(device.browser, browserMaxLength),
    })
    .execute()
  await endSurplusSessions(tx, userId)
  return token
}

/** Ends the least recently used sessions of a user who has more than the maximum. */
async function endSurplusSessions(tx: Tx, userId: string) {
  const surplus = tx
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('usedAt', 'desc')
    .orderBy('id', 'desc')
    .offset(maxSessions)
  await tx.deleteFrom('sessions').where('userId', '=', userId).where('id', 'in', surplus).execute()
}
