declare module '#server/platform/tables.ts' {
  interface Tables {
    passkeys: PasskeysTable
    passkeyChallenges: PasskeyChallengesTable
  }
}

/**
 * `public_key` is COSE as the authenticator sent it; `sign_count` is the highest count it reported (WebAuthn 3, section
 * 6.1.1).
 */
export interface PasskeysTable {
  userId: string
  id: string
  credentialId: Buffer
  publicKey: Buffer
  signCount: number
  transports: string[]
  name: string
  createdAt: Date
  usedAt: Date | null
}

/** Challenges for passkeys to sign; `user_id` is null for a login. */
export interface PasskeyChallengesTable {
  challengeHash: Buffer
  userId: string | null
  expiresAt: Date
}
