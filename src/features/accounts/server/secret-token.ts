import { createHash, createHmac, randomBytes } from 'node:crypto'
import { cutText } from '#lib/well-formed.ts'

/** How the database stores a token: the id of its user, and a hash. */
export type StoredToken = { userId: string; hash: Buffer }

/** The lengths in base64url of the user's id (16 bytes) and of the secret (32 bytes). */
const idLength = 22
const secretLength = 43
const tokenPattern = new RegExp(`^[A-Za-z0-9_-]{${idLength + secretLength}}$`)

/**
 * Creates a secret token for a user: their id followed by 256 random bits, both in base64url. The id serves to find
 * the user's rows. Only a hash of the random part (the secret) is stored: SHA-256, or HMAC-SHA-256 if there is a `key`.
 */
export function newToken(userId: string, key?: Buffer): { token: string; hash: Buffer } {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
  const secret = randomBytes(32).toString('base64url')
  return { token: id + secret, hash: hashOf(secret, key) }
}

/** Returns the user id and the hash under which a token is stored, or null if the token isn't well-formed. */
export function readToken(token: string | undefined, key?: Buffer): StoredToken | null {
  if (!token || !tokenPattern.test(token)) return null
  const hex = Buffer.from(cutText(token, idLength), 'base64url').toString('hex')
  return {
    userId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    hash: hashOf(token.slice(idLength), key),
  }
}

function hashOf(secret: string, key?: Buffer): Buffer {
  return (key ? createHmac('sha256', key) : createHash('sha256')).update(secret).digest()
}
