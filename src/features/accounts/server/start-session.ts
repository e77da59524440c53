import type { Tx } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { recordedNetwork } from '#server/platform/ip-prefix.ts'
import { sessionIdleMs, sessionsMost } from '../rules.ts'
import { newToken } from './secret-token.ts'

/** Where a session begins: as the person's list of sessions shows it. */
export type Device = { address: string; browser: string }

const browserMax = 300

type NewSession = { userId: string; device: Device; key: Buffer; now: Date }

/** Starts a session. Answers its token, which only the browser keeps. The person's longest unused ones end beyond 50. */
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
      browser: device.browser.slice(0, browserMax),
    })
    .execute()
  await endSurplus(tx, userId)
  return token
}

/** Lets the sessions go that were used longest ago, so that the list of a person stays short. */
async function endSurplus(tx: Tx, userId: string) {
  const surplus = tx
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('usedAt', 'desc')
    .orderBy('id', 'desc')
    .offset(sessionsMost)
  await tx.deleteFrom('sessions').where('userId', '=', userId).where('id', 'in', surplus).execute()
}
