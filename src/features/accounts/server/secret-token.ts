import { createHash, createHmac, randomBytes } from 'node:crypto'

/** What the database stores of a token: whose it is, and a hash. */
export type TokenName = { userId: string; hash: Buffer }

const idLength = 22
const secretLength = 43
const tokenPattern = new RegExp(`^[A-Za-z0-9_-]{${idLength + secretLength}}$`)

/**
 * Creates a secret token for a user: their id, then 256 random bits, both in base64url. The id finds the user's rows;
 * the random part proves the right. Only its SHA-256 is stored, or with a key its HMAC.
 */
export function newToken(userId: string, key?: Buffer): { token: string; hash: Buffer } {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
  const secret = randomBytes(32).toString('base64url')
  return { token: id + secret, hash: hashOf(secret, key) }
}

/** Returns the user id and hash of a token as stored; null if it isn't a well-formed token. */
export function readToken(token: string | undefined, key?: Buffer): TokenName | null {
  if (!token || !tokenPattern.test(token)) return null
  const hex = Buffer.from(token.slice(0, idLength), 'base64url').toString('hex')
  return {
    userId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    hash: hashOf(token.slice(idLength), key),
  }
}

function hashOf(secret: string, key?: Buffer): Buffer {
  return (key ? createHmac('sha256', key) : createHash('sha256')).update(secret).digest()
}
