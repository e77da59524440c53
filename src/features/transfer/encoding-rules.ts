import { t } from '#lib/texts.ts'
/** What to do about a file that isn't UTF-8 or UTF-16. Most such files are Excel’s plain “CSV”. */
export const encodingProblem = () => t('This isn’t UTF-8. Save it as UTF-8 (in Excel: “CSV UTF-8”).')

/**
 * Returns a decoder for a file that begins with these bytes: UTF-8, or UTF-16 with a byte order mark, which Excel writes
 * as “Unicode Text”. It throws a TypeError for other encodings, and removes the mark.
 */
export function decoderOf([first, second]: Uint8Array): TextDecoder {
  const isLittleEndian = first === 0xff && second === 0xfe
  const isBigEndian = first === 0xfe && second === 0xff
  return new TextDecoder(isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : 'utf-8', { fatal: true })
}

/** Decodes a whole file with this decoder. Returns null for other encodings. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return decoderOf(bytes).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

export const binaryProblem = () => t('This isn’t a text file. Use CSV, JSON, Markdown or plain text.')

/** Tells from its first bytes whether a file isn't text. PDFs, pictures and old Word documents aren't. */
export function isBinary(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes
  const isPdf = a === 0x25 && b === 0x50 && c === 0x44 && d === 0x46
  const isUtf16 = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)
  return isPdf || (!isUtf16 && bytes.subarray(0, 1_000).includes(0))
}
