import { t } from '#lib/texts.ts'
import { decodeText, encodingProblem } from './encoding-rules.ts'
import { BrokenFile } from './record-rules.ts'

/** A file of an archive: its text, or why it can't be read. */
export type ZipText = { name: string; text: string } | { name: string; problem: string }

/** The limits for reading an archive, because a small archive can unpack to more than fits into memory. */
export const zipLimits = { entries: 5_000, fileBytes: 5_000_000, allBytes: 20_000_000 } as const

type Entry = { name: string; isEncrypted: boolean; method: number; packedSize: number; headerOffset: number }

/** The signatures of the records in an archive, and the maximum length of its comment. */
const directoryEnd = 0x06054b50
const directoryEntry = 0x02014b50
const fileHeader = 0x04034b50
const commentMax = 65_535

/** Tells whether bytes begin like a zip archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

/**
 * Returns the names of an archive's files and folders, in the order of its directory. Throws BrokenFile if the archive
 * is invalid or has too many entries.
 */
export function zipNames(bytes: Uint8Array<ArrayBuffer>): string[] {
  return [...entriesOf(bytes)].map(({ name }) => name)
}

/**
 * Reads the files of a zip archive (PKWARE APPNOTE 6.3) that `isIncluded` accepts, in the order of its directory. Counts
 * unpacked bytes, because the stated sizes may be wrong. A file that can't be read has a `problem`. Throws BrokenFile if
 * the archive is invalid or exceeds `zipLimits` as a whole. `fileBytes`: how large a file may be.
 */
export async function* readZip(
  bytes: Uint8Array<ArrayBuffer>,
  isIncluded: (name: string) => boolean,
  fileBytes: number = zipLimits.fileBytes,
): AsyncGenerator<ZipText> {
  let bytesLeft: number = zipLimits.allBytes
  for (const entry of entriesOf(bytes)) {
    const { name } = entry
    if (!isIncluded(name)) continue
    const file = await unpack(bytes, entry, Math.min(bytesLeft, fileBytes))
    if (file === null && bytesLeft < fileBytes) throw tooLargeError()
    if (file === null) {
      // The bytes unpacked up to the limit count too, because thousands of entries can point to one large file.
      bytesLeft -= fileBytes
      yield {
        name,
        problem: t('It is too large. A file in an archive can have at most {value} MB.', {
          value: fileBytes / 1_000_000,
        }),
      }
    } else if ('problem' in file) {
      bytesLeft -= file.unpacked
      yield { name, problem: file.problem }
    } else {
      bytesLeft -= file.content.length
      const text = decodeText(file.content)
      yield text === null ? { name, problem: encodingProblem() } : { name, text }
    }
  }
}

/**
 * Returns a function that reads a file of an archive, by name, as up to `max` bytes. The function throws BrokenFile if
 * there is no such file or it can't be read.
 */
export function zipFileReader(bytes: Uint8Array<ArrayBuffer>, max: number) {
  const entries = new Map(entriesOf(bytes).map((entry) => [entry.name, entry]))
  return async (name: string): Promise<Uint8Array<ArrayBuffer>> => {
    const entry = entries.get(name)
    const file = entry ? await unpack(bytes, entry, max) : { problem: t('It doesn’t exist.') }
    if (file === null) throw new BrokenFile(t('It has more than {value} MB.', { value: max / 1_000_000 }))
    if ('problem' in file) throw new BrokenFile(file.problem)
    return file.content
  }
}

/** Yields the entries of the directory at the end of the archive. */
function* entriesOf(bytes: Uint8Array<ArrayBuffer>): Generator<Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  // In a very large archive (Zip64), this value means that the offset is stored elsewhere.
  if (count > zipLimits.entries || at === 0xffffffff) throw tooLargeError()
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== directoryEntry) throw brokenArchiveError()
    const nameLength = view.getUint16(at + 28, true)
    const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (next > bytes.length) throw brokenArchiveError()
    yield {
      name: decodeFileName(bytes.subarray(at + 46, at + 46 + nameLength)),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      headerOffset: view.getUint32(at + 42, true),
    }
    at = next
  }
}

/** Returns the offset of the end-of-directory record, which only a comment may follow. */
function findEnd(view: DataView): number {
  const from = view.byteLength - 22
  for (let at = from; at >= Math.max(0, from - commentMax); at--) {
    if (view.getUint32(at, true) !== directoryEnd) continue
    if (at + 22 + view.getUint16(at + 20, true) === view.byteLength) return at
  }
  throw brokenArchiveError()
}

/** `unpacked`: how many bytes were unpacked before the file turned out to be damaged. */
type UnpackResult = { content: Uint8Array<ArrayBuffer> } | { problem: string; unpacked: number }

/**
 * Unpacks a file, or says why it can't be read. Returns null if it has more than `max` bytes. Throws BrokenFile if the
 * archive is invalid.
 */
async function unpack(bytes: Uint8Array<ArrayBuffer>, entry: Entry, max: number): Promise<UnpackResult | null> {
  if (entry.isEncrypted) return { problem: t('It is protected by a password.'), unpacked: 0 }
  // Method 0 is uncompressed, method 8 is Deflate.
  if (entry.method !== 0 && entry.method !== 8)
    return { problem: t('It is compressed in a way that can’t be read here.'), unpacked: 0 }
  const { headerOffset } = entry
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (headerOffset + 30 > bytes.length || view.getUint32(headerOffset, true) !== fileHeader) throw brokenArchiveError()
  const start = headerOffset + 30 + view.getUint16(headerOffset + 26, true) + view.getUint16(headerOffset + 28, true)
  if (start + entry.packedSize > bytes.length) throw brokenArchiveError()
  const packed = bytes.subarray(start, start + entry.packedSize)
  if (entry.method === 0) return packed.length > max ? null : { content: packed }
  return inflate(packed, max)
}

/** Unpacks deflated bytes. Returns null if there are more than `max`. */
async function inflate(packed: Uint8Array<ArrayBuffer>, max: number): Promise<UnpackResult | null> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { content: new Uint8Array(await new Blob(parts).arrayBuffer()) }
      size += value.length
      if (size > max) {
        await reader.cancel()
        return null
      }
      parts.push(value)
    }
  } catch {
    return { problem: t('It is damaged.'), unpacked: size }
  }
}

function brokenArchiveError(): BrokenFile {
  return new BrokenFile(t('This isn’t a zip archive, or it is damaged.'))
}

function tooLargeError(): BrokenFile {
  const { allBytes, entries } = zipLimits
  return new BrokenFile(
    t('This archive is too large. It can have at most {value} MB of text and {entries} files.', {
      value: allBytes / 1_000_000,
      entries,
    }),
  )
}

/** The characters of code page 437 from 128 on, which MS-DOS and many zip programs use for names. */
const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'
/** Matches the lines and blocks of this code page. No name of a file has them, but most names in GBK have their bytes. */
const drawing = /[\u2500-\u259f]/

/**
 * Decodes the name of a file in a zip archive. Programs often don't say that a name is in UTF-8, so it is tried first,
 * then GBK (for Chinese) if the name makes no sense in code page 437.
 */
export function decodeFileName(bytes: Uint8Array): string {
  const utf8 = decodeAs('utf-8', bytes)
  if (utf8 !== null) return utf8
  const western = Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : codePage437[byte - 128])).join(
    '',
  )
  return (drawing.test(western) ? decodeAs('gbk', bytes) : null) ?? western
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
