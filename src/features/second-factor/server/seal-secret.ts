import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts the secret of a user's authenticator with AES-256-GCM. Returns nonce, tag and ciphertext, which can be
 * decrypted only for this user.
 */
export function sealSecret(siteKey: Buffer, userId: string, secret: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor(siteKey), nonce).setAAD(Buffer.from(userId))
  const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

/** Decrypts a secret. Returns null if it was encrypted with another key or for another user, or was changed. */
export function openSecret(siteKey: Buffer, userId: string, sealed: Buffer): Buffer | null {
  const nonce = sealed.subarray(0, nonceBytes)
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
  const options = { authTagLength: tagBytes }
  const cipher = createDecipheriv('aes-256-gcm', keyFor(siteKey), nonce, options).setAAD(Buffer.from(userId))
  cipher.setAuthTag(tag)
  const start = cipher.update(sealed.subarray(nonceBytes + tagBytes))
  try {
    return Buffer.concat([start, cipher.final()])
  } catch {
    // The tag doesn't match, because SESSION_SECRET has changed or somebody changed the row.
    return null
  }
}

/** Derives the key for secrets from the site's key, because the site's key is also used for sessions. */
function keyFor(siteKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', siteKey, '', 'secrets of authenticators', 32))
}
