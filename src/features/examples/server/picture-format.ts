import { t } from '#lib/texts.ts'
/**
 * Detects a file's format by its first bytes, and checks that the file is a whole picture and nothing else. Otherwise,
 * returns why the file is refused. Only accepted files reach a decoder. Sources: PNG (third edition), section 5; RFC
 * 9649, 2.4; ISO/IEC 14496-12, 4.2; the GIF89a specification; ITU-T T.81, annex B.
 */
export function inspectPicture(bytes: Buffer): { format: string } | { refusal: string } {
  const container = Object.entries(formats).find(([, { matches }]) => matches(bytes))
  if (!container)
    return { refusal: t('This isn’t a PNG, JPEG, WebP, AVIF or GIF file. Save the picture as one of these.') }
  const [format, { endOf }] = container
  const end = endOf(bytes)
  if (end === null || end > bytes.length)
    return { refusal: t('The file is incomplete or damaged. Save the picture again and upload the new file.') }
  if (!isPadding(bytes.subarray(end)))
    return { refusal: t('The file contains more than a picture. Save the picture again and upload the new file.') }
  return { format }
}

/** How to recognize the files of a format, and how to find the end of the picture in a file. */
type Container = {
  matches: (bytes: Buffer) => boolean
  /** Returns where the picture ends, in bytes, or null if it is incomplete. */
  endOf: (bytes: Buffer) => number | null
}

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

const formats: Record<string, Container> = {
  PNG: {
    matches: (bytes) => ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n',
    endOf(bytes) {
      for (let offset = 8; offset + 12 <= bytes.length; ) {
        const end = offset + 12 + bytes.readUInt32BE(offset)
        if (ascii(bytes, offset + 4, offset + 8) === 'IEND') return end
        offset = end
      }
      return null
    },
  },
  JPEG: { matches: (bytes) => ascii(bytes, 0, 3) === '\xff\xd8\xff', endOf: endOfJpeg },
  WebP: {
    matches: (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP',
    endOf: (bytes) => 8 + bytes.readUInt32LE(4) + (bytes.readUInt32LE(4) % 2),
  },
  AVIF: {
    matches: (bytes) => ascii(bytes, 4, 8) === 'ftyp' && ['avif', 'avis'].includes(ascii(bytes, 8, 12)),
    endOf(bytes) {
      let offset = 0
      while (offset + 8 <= bytes.length) {
        const size = bytes.readUInt32BE(offset)
        if (!avifBoxes.has(ascii(bytes, offset + 4, offset + 8))) return offset
        // Size 0 means that the box extends to the end of the file. Size 1 means that a 64-bit size follows, which no
        // upload needs.
        if (size < 8) return size === 0 ? bytes.length : null
        offset += size
      }
      return offset
    },
  },
  GIF: { matches: (bytes) => /^GIF8[79]a/.test(ascii(bytes, 0, 6)), endOf: endOfGif },
}

/** The types of boxes that an AVIF file may have at its top level. */
const avifBoxes = new Set(['ftyp', 'meta', 'mdat', 'moov', 'free', 'skip', 'idat', 'uuid'])

/** Tells whether the rest of a file is only zeros, or begins with a JPEG, which some phones append. Both are ignored. */
function isPadding(rest: Buffer): boolean {
  return ascii(rest, 0, 3) === '\xff\xd8\xff' || rest.every((byte) => byte === 0)
}

function endOfJpeg(bytes: Buffer): number | null {
  let offset = 2
  while (offset + 4 <= bytes.length) {
    if (bytes[offset] !== 0xff) return null
    const marker = bytes[offset + 1] as number
    if (marker === 0xff) offset++
    else if (marker === 0xd9) return offset + 2
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) offset += 2
    else {
      const end = offset + 2 + bytes.readUInt16BE(offset + 2)
      offset = marker === 0xda ? endOfScan(bytes, end) : end
    }
  }
  return bytes[offset] === 0xff && bytes[offset + 1] === 0xd9 ? offset + 2 : null
}

/**
 * Returns where the data of a JPEG scan ends: at the first marker other than a restart marker. The bytes ff00 and ffff
 * aren't markers.
 */
function endOfScan(bytes: Buffer, start: number): number {
  for (let offset = bytes.indexOf(0xff, start); offset !== -1; offset = bytes.indexOf(0xff, offset + 1)) {
    const next = bytes[offset + 1] as number
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return offset
  }
  return bytes.length
}

function endOfGif(bytes: Buffer): number | null {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let offset = 13 + tableBytes(bytes[10] ?? 0)
  while (offset < bytes.length) {
    const kind = bytes[offset]
    if (kind === 0x3b) return offset + 1
    if (kind === 0x2c) offset += 11 + tableBytes(bytes[offset + 9] ?? 0)
    else if (kind === 0x21) offset += 2
    else return null
    while (offset < bytes.length && bytes[offset] !== 0) offset += 1 + (bytes[offset] as number)
    offset++
  }
  return null
}
