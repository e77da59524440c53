import type { NewCredential, SignedCredential } from '#features/passkeys/contract.ts'

type Options = { challenge: string }

/**
 * Whether passkeys work here: the browser supports them without a library, and the site has a host name, not just an IP
 * address.
 */
export function supportsPasskeys(): boolean {
  const isIpAddress = /^[\d.]+$|^\[/.test(location.hostname)
  return (
    !isIpAddress && typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential
  )
}

/** Creates a passkey on the device with the server's options. Fails with a DOMException if the user declines. */
export async function createPasskey(options: Options): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  return credential.toJSON() as NewCredential
}

/** Lets the device sign with a passkey. Fails with a DOMException if the user declines. */
export async function signWithPasskey(options: Options): Promise<SignedCredential> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  return signed.toJSON() as SignedCredential
}

/** The message for an error that the browser or device reports; null for other errors. */
export function deviceMessage(error: unknown): string | null {
  if (!(error instanceof DOMException)) return null
  return error.name === 'InvalidStateError'
    ? 'This device already has a passkey for your account.'
    : 'It was canceled, took too long, or this device has no passkey for this site.'
}
