import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { loginsPerNetwork } from '#features/accounts/server/account-limits.ts'
import { completeLogin, type LoginResult, recordFailedLogin } from '#features/accounts/server/complete-login.ts'
import { t } from '#lib/texts.ts'
import type { Caller } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { isId } from '#platform/ids.ts'
import { networkOf } from '#platform/limits.ts'
import type { SignedCredential } from '../contract.ts'
import { spendChallenge } from './passkey-challenges.ts'
import type { PasskeySite } from './passkey-site.ts'
import { verifySignature } from './simplewebauthn.ts'

/**
 * Signs in with a passkey. A passkey already combines two factors (the device, and a fingerprint, face or PIN), so no
 * code is required. Throws AppError rate_limited, invalid_credentials, forbidden (banned).
 */
export async function logInByPasskey(
  accounts: Accounts,
  caller: Caller,
  site: PasskeySite,
  credential: SignedCredential,
): Promise<LoginResult> {
  const { db, limits, now } = accounts
  const takenLogin = await limits.take(loginsPerNetwork, networkOf(caller.address))
  const challenge = await spendChallenge(db, credential.response.clientDataJSON, null, now())
  const key = challenge === null ? undefined : await findKey(db, credential)
  if (challenge === null || !key) {
    await recordFailedLogin(accounts, caller)
    throw loginError(t('This site doesn’t know this passkey, or you took too long. Try again, or sign in another way.'))
  }
  const signCount = await verifySignature(site, credential, { challenge: challenge.text, key }).catch(async (cause) => {
    await recordFailedLogin(accounts, caller, key.userId)
    throw loginError(t('This passkey could not be verified. Sign in another way.'), cause)
  })
  for (const taken of [takenLogin, challenge.taken]) if (taken) await limits.giveBack(taken)
  return completeLogin(accounts, caller, key.userId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('passkeys')
      .set({ signCount, usedAt: now() })
      .where('userId', '=', key.userId)
      .where('id', '=', key.id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw loginError(t('This passkey was removed. Sign in another way.'))
    // The audit log records how the user proved their identity.
    return 'passkey'
  })
}

/** Finds the stored passkey by the id and the user handle of a credential. The user handle is the owner's id. */
async function findKey(db: Db, { id, response: { userHandle } }: SignedCredential) {
  const userId = Buffer.from(userHandle ?? '', 'base64url').toString()
  if (!isId(userId)) return undefined
  return db
    .selectFrom('passkeys')
    .select(['userId', 'id', 'publicKey', 'signCount'])
    .where('userId', '=', userId)
    .where('credentialId', '=', Buffer.from(id, 'base64url'))
    .executeTakeFirst()
}

function loginError(message: string, cause?: unknown): AppError {
  return new AppError('invalid_credentials', message, { cause })
}
