import { randomBytes } from 'node:crypto'
import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { confirmPassword } from '#features/accounts/server/confirm-password.ts'
import { lockConfirmedMember } from '#features/accounts/server/lock-user.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { SetUp } from '../contract.ts'
import { base32, otpauthUrl } from './otpauth.ts'
import { sealSecret } from './seal-secret.ts'

/** The part of the package qrcode that we use. */
type Library = {
  create(text: string, options: { errorCorrectionLevel: 'M' }): { modules: { size: number; data: Uint8Array } }
}

/** The width of the empty margin around a QR code, in modules, the small squares of the code (ISO/IEC 18004). */
const quietZone = 4

/**
 * Draws a text as a QR code. `path` is an SVG path of the dark modules, in a square whose sides are `size` modules
 * long, including the margin.
 */
async function drawQrCode(text: string): Promise<{ size: number; path: string }> {
  // @ts-expect-error: the package ships no types.
  const { default: library }: { default: Library } = await import('qrcode')
  const { size, data } = library.create(text, { errorCorrectionLevel: 'M' }).modules
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const start = x
      while (x < size && data[y * size + x]) x++
      if (x > start) path += `M${start + quietZone} ${y + quietZone}h${x - start}v1h-${x - start}z`
    }
  }
  return { size: size + 2 * quietZone, path }
}

/** The length of a secret in bytes, as RFC 4226 recommends (section 4, R6). */
const secretBytes = 20

/**
 * Creates a secret for an authenticator. The secret takes effect when a code confirms it; until then, another call
 * replaces it. Throws AppError authentication_required, forbidden (wrong password, unconfirmed email address), conflict
 * (a second factor is on), rate_limited, overloaded.
 */
export async function setUpFactor(accounts: Accounts, member: Member, password: string): Promise<SetUp> {
  await confirmPassword(accounts, member, password)
  const secret = randomBytes(secretBytes)
  const sealedSecret = sealSecret(await accounts.sessionKey(), member.id, secret)
  const unconfirmedFields = { sealedSecret, lastStep: 0, createdAt: accounts.now() }
  await inTransaction(accounts.db, async (tx) => {
    await lockConfirmedMember(tx, member, accounts.sendsEmail)
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('authenticators')
      .values({ userId: member.id, confirmedAt: null, ...unconfirmedFields })
      .onConflict((conflict) =>
        conflict.column('userId').doUpdateSet(unconfirmedFields).where('authenticators.confirmedAt', 'is', null),
      )
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n)
      throw new AppError('conflict', t('Two-step sign-in is already on. Switch it off first.'))
  })
  const address = otpauthUrl(accounts.siteName, member.username, secret)
  return { secret: base32(secret), address, qr: await drawQrCode(address) }
}
