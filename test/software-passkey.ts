import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Credential = { id: Buffer; privateKey: KeyObject; userHandle: string }
type Options = { challenge: string; user?: { id: string } }

const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

/**
 * Imitates an authenticator, which creates passkeys and signs with them (WebAuthn 3, sections 6.1 and 6.5). `origin`:
 * the origin of the page that uses it. `verifies`: whether it verifies the user by a fingerprint or PIN.
 */
export function createSoftwarePasskey({ origin = 'http://localhost', verifies = true } = {}) {
  const { hostname } = new URL(origin)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential: Credential = { id: randomBytes(16), privateKey, userHandle: '' }
  let signatureCount = 0
  const createAuthenticatorData = (extra: Buffer, moreFlags = 0) => {
    const allFlags = flags.present | (verifies ? flags.verified : 0) | moreFlags
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++signatureCount)
    return Buffer.concat([sha256(Buffer.from(hostname)), Buffer.from([allFlags]), counter, extra])
  }
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const common = {
    id: toBase64Url(credential.id),
    rawId: toBase64Url(credential.id),
    type: 'public-key' as const,
  }
  return {
    /** Returns what navigator.credentials.create would return, as JSON. */
    create({ challenge, user }: Options) {
      credential.userHandle = user?.id ?? ''
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credential.id.length)
      const attestedData = Buffer.concat([Buffer.alloc(16), length, credential.id, encodeCoseKey(publicKey)])
      const data = createAuthenticatorData(attestedData, flags.attested)
      // In CBOR, this is { fmt: "none", attStmt: {}, authData: bytes }.
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      const clientDataJSON = toBase64Url(clientData('webauthn.create', challenge))
      const response = { clientDataJSON, attestationObject: toBase64Url(attestationObject), transports: ['internal'] }
      return { ...common, response }
    },
    /** Returns what navigator.credentials.get would return, as JSON. */
    get({ challenge }: Options) {
      const client = clientData('webauthn.get', challenge)
      const data = createAuthenticatorData(Buffer.alloc(0))
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), credential.privateKey)
      return {
        ...common,
        response: {
          clientDataJSON: toBase64Url(client),
          authenticatorData: toBase64Url(data),
          signature: toBase64Url(signature),
          userHandle: credential.userHandle,
        },
      }
    },
    /** Resets the number of signatures, as if this were an outdated copy of the passkey. */
    resetCount() {
      signatureCount = 0
    },
  }
}

/** Encodes a public key in COSE (RFC 9053, section 7.1.1): { 1: 2, 3: -7, -1: 1, -2: x, -3: y }. */
function encodeCoseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (text: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text, 'base64url')])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(x),
    Buffer.from([0x22]),
    bytes(y),
  ])
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function toBase64Url(bytes: Buffer): string {
  return bytes.toString('base64url')
}
