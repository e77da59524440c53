import type { NewCredential, SignedCredential } from '#features/passkeys/contract.ts'

type Options = { challenge: string }

/** Whether this browser has passkeys, in the form that needs no library, and this address can have any (no bare IP). */
export function hasPasskeys(): boolean {
  const isNumbers = /^[\d.]+$|^\[/.test(location.hostname)
  return (
    !isNumbers && typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential
  )
}

/** Has the device make a passkey, as the server asks for it. Fails with a DOMException when its person says no. */
export async function makePasskey(options: Options): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  return made.toJSON() as NewCredential
}

/** Has the device sign with one of its passkeys. Fails with a DOMException when its person says no. */
export async function signWithPasskey(options: Options): Promise<SignedCredential> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  return signed.toJSON() as SignedCredential
}

/** What to tell of a device that gave no passkey; null when it was something else that failed. */
export function deviceWords(error: unknown): string | null {
  if (!(error instanceof DOMException)) return null
  return error.name === 'InvalidStateError'
    ? 'This device has a passkey for your account already.'
    : 'It was cancelled, took too long, or this device has no passkey for this site.'
}
