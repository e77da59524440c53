import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { lockConfirmedMember } from '#features/accounts/server/lock-user.ts'
import { getPersonOrThrow, inLanguageOf } from '#features/accounts/server/user-queries.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx, violatesKey } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { NewCredential, Passkey } from '../contract.ts'
import { spendChallenge } from './passkey-challenges.ts'
import { listKeys, refuseTooManyPasskeys } from './passkey-queries.ts'
import type { PasskeySite } from './passkey-site.ts'
import { type StoredKey, verifyNewKey } from './simplewebauthn.ts'

type NewPasskey = { name: string; credential: NewCredential }

/**
 * Adds the passkey with which this member answered a challenge, and emails them about it. `site` is this site as their
 * browser knows it. Throws AppError authentication_required, validation_failed, forbidden (unconfirmed address),
 * conflict.
 */
export async function addPasskey(
  accounts: Accounts,
  member: Member,
  site: PasskeySite,
  { name, credential }: NewPasskey,
): Promise<Passkey> {
  const now = accounts.now()
  const challenge = await spendChallenge(accounts.db, credential.response.clientDataJSON, member.id, now)
  if (challenge === null) throw invalidField('credential', t('This took too long. Try again.'))
  const key = await verifyNewKey(site, credential, challenge.text).catch((cause) => {
    const message = t('This passkey does not belong to this site. Try another one.')
    throw new AppError('validation_failed', message, { fields: { credential: message }, cause })
  })
  const id = newId()
  await inTransaction(accounts.db, async (tx) => {
    await lockConfirmedMember(tx, member, accounts.sendsEmail)
    refuseTooManyPasskeys(await listKeys(tx, member.id))
    await insertKey(tx, { userId: member.id, id, name, createdAt: now }, key)
    await inLanguageOf(tx, member.id, () => sendPasskeyAddedEmail(accounts, tx, member.id, name))
    await recordAuditEntry(tx, member, {
      action: 'account.passkey-add',
      target: { kind: 'user', id: member.id },
      details: { passkey: id },
    })
  })
  return { id, name, createdAt: now.toISOString(), lastUsedAt: null }
}

type NewRow = { userId: string; id: string; name: string; createdAt: Date }

async function insertKey(tx: Tx, row: NewRow, { credentialId, publicKey, signCount, transports }: StoredKey) {
  const stored = { credentialId, publicKey, signCount, transports }
  try {
    await tx
      .insertInto('passkeys')
      .values({ ...row, ...stored, usedAt: null })
      .execute()
  } catch (error) {
    if (!violatesKey(error, 'passkeys_user_id_credential_id_key')) throw error
    throw new AppError('conflict', t('You have already added this passkey.'))
  }
}

async function sendPasskeyAddedEmail(accounts: Accounts, tx: Tx, userId: string, name: string) {
  const { siteName, origin } = accounts
  const { username, email } = await getPersonOrThrow(tx, userId)
  const text = t(
    `Hello {username},

A passkey was added to your account at {siteName} just now: {name}. It works without your password.

If it wasn’t you, remove it and change your password immediately: {link}
`,
    { username, siteName, name, link: `${origin()}/settings` },
  )
  await accounts.mail.send(tx, {
    to: email,
    subject: t('A passkey for {siteName} was added', { siteName }),
    text,
    key: `passkey:${newId()}`,
  })
}
