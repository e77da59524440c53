import type { TakenPoints } from '#platform/limits.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    passkeys: PasskeysTable
    passkeyChallenges: PasskeyChallengesTable
  }
}

/**
 * A passkey. `publicKey` is in COSE format, as the authenticator sent it. `signCount` is the highest count of
 * signatures that the authenticator reported (WebAuthn 3, section 6.1.1). `transports` are the ways to reach the
 * authenticator, such as `usb`.
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

/**
 * The challenges that passkeys have to sign. `userId` is null for a login. `taken`: what a login took from a limit
 * (limits.ts).
 */
export interface PasskeyChallengesTable {
  challengeHash: Buffer
  userId: string | null
  taken: TakenPoints | null
  expiresAt: Date
}
