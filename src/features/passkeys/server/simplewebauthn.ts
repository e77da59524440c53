import type { AuthenticatorTransportFuture } from '@simplewebauthn/server'
import type { NewCredential, SignedCredential } from '../contract.ts'
import { challengeMs } from '../rules.ts'
import type { PasskeySite } from './passkey-site.ts'

// The library loads on first use, because it depends on eight packages, most of them for certificates.
const load = () => import('@simplewebauthn/server')

export type StoredKey = { credentialId: Buffer; publicKey: Buffer; signCount: number; transports: string[] }

/** The user who is creating a passkey. `keys` are the passkeys that the user already has. */
type Owner = { userId: string; username: string; keys: Pick<StoredKey, 'credentialId' | 'transports'>[] }

/**
 * Returns the options for creating a passkey that stores its owner's id and requires their fingerprint, face or PIN.
 */
export async function createRegistrationOptions(site: PasskeySite, { userId, username, keys }: Owner) {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: site.host,
    userID: new Uint8Array(Buffer.from(userId)),
    userName: username,
    userDisplayName: username,
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: keys.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports: transports as AuthenticatorTransportFuture[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Returns the options for signing in with any passkey of this site. The browser's response contains the owner's id. */
export async function createLoginOptions(site: PasskeySite) {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({ rpID: site.host, timeout: challengeMs, userVerification: 'required' })
}

/**
 * Verifies a new passkey (WebAuthn 3, section 7.1), and returns what to store. Throws an Error if the passkey wasn't
 * created for this challenge and this site.
 */
export async function verifyNewKey(
  site: PasskeySite,
  credential: NewCredential,
  challenge: string,
): Promise<StoredKey> {
  const { verifyRegistrationResponse } = await load()
  const transports = credential.response.transports ?? []
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...credential,
      clientExtensionResults: {},
      response: { ...credential.response, transports: transports as AuthenticatorTransportFuture[] },
    },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
  })
  if (!verified) throw new Error('The attestation does not match.')
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    signCount: counter,
    transports,
  }
}

/**
 * Verifies a passkey's signature (WebAuthn 3, section 7.2), and returns the passkey's new signature count. Throws an
 * Error if the signature isn't by this key for this challenge and this site, or if the count should have increased and
 * hasn't.
 */
export async function verifySignature(
  site: PasskeySite,
  credential: SignedCredential,
  { challenge, key }: { challenge: string; key: Pick<StoredKey, 'publicKey' | 'signCount'> },
): Promise<number> {
  const { verifyAuthenticationResponse } = await load()
  const { userHandle, ...response } = credential.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...credential,
      clientExtensionResults: {},
      response: { ...response, userHandle: userHandle ?? undefined },
    },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    credential: { id: credential.id, publicKey: new Uint8Array(key.publicKey), counter: key.signCount },
  })
  if (!verified) throw new Error('The signature does not match.')
  return authenticationInfo.newCounter
}
