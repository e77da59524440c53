import { crc32 } from 'node:zlib'
import { newToken, readToken, type StoredToken } from '#features/accounts/server/secret-token.ts'

/** The start of every token, by which scanners of public code recognize it. */
export const tokenPrefix = 'ptm_'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^6 is more than 2^32. */
const checksumLetters = 6

/** Creates the text of a token: prefix, user id and 256 random bits in base64url, checksum. Only its hash is stored. */
export function newTokenText(userId: string): { token: string; hash: Buffer } {
  const { token, hash } = newToken(userId)
  const unchecked = `${tokenPrefix}${token}`
  return { token: unchecked + checksumOf(unchecked), hash }
}

/** Parses a token into the user id and the hash under which it is stored; null if its form or checksum is wrong. */
export function readTokenText(text: string): StoredToken | null {
  const unchecked = text.slice(0, -checksumLetters)
  if (!text.startsWith(tokenPrefix) || text.slice(-checksumLetters) !== checksumOf(unchecked)) return null
  return readToken(unchecked.slice(tokenPrefix.length))
}

/** The CRC-32 (ISO 3309) of a text, as six base-62 digits. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let written = ''
  for (let place = 0; place < checksumLetters; place++) {
    written = digits[rest % 62] + written
    rest = Math.floor(rest / 62)
  }
  return written
}
