declare module '#server/platform/tables.ts' {
  interface Tables {
    passkeys: PasskeysTable
    passkey_challenges: PasskeyChallengesTable
  }
}

/**
 * `public_key` is COSE as the authenticator sent it; `sign_count` is the highest count it reported (WebAuthn 3, section
 * 6.1.1).
 */
export interface PasskeysTable {
  user_id: string
  id: string
  credential_id: Buffer
  public_key: Buffer
  sign_count: number
  transports: string[]
  name: string
  created_at: Date
  used_at: Date | null
}

/** Challenges for passkeys to sign; `user_id` is null for a login. */
export interface PasskeyChallengesTable {
  challenge_hash: Buffer
  user_id: string | null
  expires_at: Date
}
