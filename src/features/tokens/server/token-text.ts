import { crc32 } from 'node:zlib'
import { newToken, readToken, type StoredToken } from '#features/accounts/server/secret-token.ts'

/** The beginning of every token, by which scanners of public code recognize it. */
export const tokenPrefix = 'ptm_'

const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** How many digits a checksum has. Six are enough, because 62^6 is more than 2^32. */
const checksumLength = 6

/**
 * Creates the text of a token: prefix, user id and 256 random bits in base64url, checksum. `hash` is the hash of the
 * random bits, and all that is stored of them.
 */
export function newTokenText(userId: string): { token: string; hash: Buffer } {
  const { token, hash } = newToken(userId)
  const withoutChecksum = `${tokenPrefix}${token}`
  return { token: withoutChecksum + checksumOf(withoutChecksum), hash }
}

/** Returns the user id and the hash under which a token is stored, or null if its format or checksum is wrong. */
export function readTokenText(text: string): StoredToken | null {
  const withoutChecksum = text.slice(0, -checksumLength)
  if (!text.startsWith(tokenPrefix) || text.slice(-checksumLength) !== checksumOf(withoutChecksum)) return null
  return readToken(withoutChecksum.slice(tokenPrefix.length))
}

/** Returns the CRC-32 (ISO 3309) of a text as six base-62 digits. */
function checksumOf(text: string): string {
  let quotient = crc32(text)
  let encoded = ''
  for (let digit = 0; digit < checksumLength; digit++) {
    encoded = base62Digits[quotient % 62] + encoded
    quotient = Math.floor(quotient / 62)
  }
  return encoded
}
