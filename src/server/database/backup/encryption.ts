import { open, readFile } from 'node:fs/promises'
import { StartError } from '../../start/start-error.ts'

// Files are encrypted in the format of age (https://age-encryption.org/v1), so the program `age` can decrypt them too.

/** The beginning of the first line of every age file. */
const magic = 'age-encryption.org/v1'

/** Whether a text is a public key of age. Its last six characters are a checksum, so a mistyped key isn't one. */
export function isRecipient(text: string): boolean {
  return /^age1[02-9ac-hj-np-z]{58}$/.test(text) && bech32Checksum('age', text.slice(4)) === 1
}

const bech32Digits = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const bech32Generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** Computes the checksum of a text in Bech32, `prefix` + `1` + `digits`. It is 1 if the text is valid (BIP 173). */
function bech32Checksum(prefix: string, digits: string): number {
  const codes = [...prefix].map((character) => character.charCodeAt(0))
  const values = [
    ...codes.map((code) => code >> 5),
    0,
    ...codes.map((code) => code & 31),
    ...[...digits].map((digit) => bech32Digits.indexOf(digit)),
  ]
  return values.reduce((checksum, value) => {
    const shifted = ((checksum & 0x1ffffff) << 5) ^ value
    return bech32Generators.reduce((sum, part, bit) => ((checksum >> (25 + bit)) & 1 ? sum ^ part : sum), shifted)
  }, 1)
}

type Write = (chunk: Uint8Array) => Promise<void>

/**
 * Encrypts what `work` writes, and passes the encrypted bytes to `write`. Returns what `work` returns. `recipient`: the
 * public age key of the person who can decrypt it.
 */
export async function encryptFor<Result>(
  recipient: string,
  write: Write,
  work: (write: Write) => Promise<Result>,
): Promise<Result> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const plain = new TransformStream<Uint8Array, Uint8Array>()
  const writer = plain.writable.getWriter()
  const encrypted = await encrypter.encrypt(plain.readable)
  const sending = (async () => {
    for await (const chunk of encrypted) await write(chunk)
  })()
  const working = (async () => {
    try {
      const result = await work((chunk) => Promise.race([writer.write(chunk), sending.then(() => undefined)]))
      await writer.close()
      return result
    } catch (error) {
      await writer.abort(error)
      throw error
    }
  })()
  const [result] = await Promise.all([working, sending])
  return result
}

/** Whether these are the first bytes of a file that is encrypted with age. */
export function isEncrypted(beginning: Uint8Array): boolean {
  return Buffer.from(beginning).toString('latin1').startsWith(magic)
}

/** Reads the first bytes of a file, so that `isEncrypted` can check them. */
export async function readFirstBytes(file: string, bytes: number): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * Decrypts `encrypted`, the content of an age file. `identityFile`: a file with secret keys, as age-keygen writes it.
 * Throws a StartError that names `file`, the age file, if a key is invalid or the decryption fails.
 */
export async function* decrypt(
  file: string,
  encrypted: ReadableStream<Uint8Array>,
  identityFile: string,
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  const lines = (await readFile(identityFile, 'utf8')).split('\n').map((line) => line.trim())
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'))
  try {
    for (const key of keys) decrypter.addIdentity(key)
    for await (const chunk of await decrypter.decrypt(encrypted)) yield chunk
  } catch (cause) {
    const { message } = cause as Error
    throw new StartError(`${file} can’t be decrypted with ${identityFile}: ${message}.`, { cause })
  }
}
