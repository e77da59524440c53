import type { NewCredential, SignedCredential } from '#features/passkeys/contract.ts'
import { t } from '#lib/texts.ts'

/** What the server returns for `navigator.credentials`, in WebAuthn's JSON form. */
type Options = { challenge: string }

/**
 * Tells whether passkeys work here. They need a browser that supports WebAuthn's JSON form, HTTPS (except on
 * localhost), and a host name rather than an IP address.
 */
export function supportsPasskeys(): boolean {
  const isIpAddress = /^[\d.]+$|^\[/.test(location.hostname)
  return (
    !isIpAddress && typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential
  )
}

/** Creates a passkey on the device with the server's options. Rejects with a DOMException if the user declines. */
export async function createPasskey(options: Options): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  return credential.toJSON() as NewCredential
}

/** Has the device sign the challenge with a passkey. Rejects with a DOMException if the user declines. */
export async function signWithPasskey(options: Options): Promise<SignedCredential> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  return credential.toJSON() as SignedCredential
}

/** Returns the message for an error that the browser or device reports, or null for other errors. */
export function deviceMessage(error: unknown): string | null {
  if (!(error instanceof DOMException)) return null
  return error.name === 'InvalidStateError'
    ? t('This device already has a passkey for your account.')
    : t('You canceled, it took too long, or this device has no passkey for this site.')
}
