import { createHash } from 'node:crypto'
import { type Db, inTransaction } from '#server/platform/db.ts'
import { challengeMs } from '../rules.ts'

/** Stores a challenge until it is answered. `userId` is null for a login. Also deletes expired challenges. */
export async function storeChallenge(db: Db, challenge: string, userId: string | null, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + challengeMs)
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('passkeyChallenges').where('expiresAt', '<=', now).execute()
    await tx
      .insertInto('passkeyChallenges')
      .values({ challengeHash: hashOf(challenge), userId, expiresAt })
      .execute()
  })
}

/**
 * Deletes the challenge that the client data (JSON in base64url) contains, and returns it. Returns null if the
 * challenge is unknown or expired, or wasn't issued for `userId` (null for a login).
 */
export async function spendChallenge(
  db: Db,
  clientDataJson: string,
  userId: string | null,
  now: Date,
): Promise<string | null> {
  const challenge = readChallenge(clientDataJson)
  if (challenge === null) return null
  const { numDeletedRows } = await db
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', hashOf(challenge))
    .where('userId', userId === null ? 'is' : '=', userId)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n ? challenge : null
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
