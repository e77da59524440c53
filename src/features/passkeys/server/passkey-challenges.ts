import { createHash } from 'node:crypto'
import type { Db } from '#platform/database/db.ts'
import type { TakenPoints } from '#platform/limits.ts'
import { challengeMs } from '../rules.ts'

/**
 * Stores a challenge until it is answered. `userId` is null for a login. `taken`: what it took from the network's limit,
 * to be given back if the login succeeds.
 */
export async function storeChallenge(
  db: Db,
  challenge: string,
  { userId, taken, now }: { userId: string | null; taken: TakenPoints | null; now: Date },
): Promise<void> {
  const expiresAt = new Date(now.getTime() + challengeMs)
  await db
    .insertInto('passkeyChallenges')
    .values({ challengeHash: hashOf(challenge), userId, taken, expiresAt })
    .execute()
}

/**
 * Deletes the challenge that the client data (JSON in base64url) contains, and returns it with what it took from the
 * network's limit. Returns null if the challenge is unknown or expired, or wasn't issued for `userId` (null for a
 * login).
 */
export async function spendChallenge(
  db: Db,
  clientDataJson: string,
  userId: string | null,
  now: Date,
): Promise<{ text: string; taken: TakenPoints | null } | null> {
  const challenge = readChallenge(clientDataJson)
  if (challenge === null) return null
  const deleted = await db
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', hashOf(challenge))
    .where('userId', userId === null ? 'is' : '=', userId)
    .where('expiresAt', '>', now)
    .returning('taken')
    .executeTakeFirst()
  return deleted ? { text: challenge, taken: deleted.taken } : null
}

/** Returns the challenge in the client data, or null if there is none. */
function readChallenge(clientDataJson: string): string | null {
  try {
    const { challenge } = Object(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()))
    return typeof challenge === 'string' ? challenge : null
  } catch {
    // The text isn't JSON. No browser sends such client data.
    return null
  }
}

function hashOf(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest()
}
