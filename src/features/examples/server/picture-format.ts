/**
 * Detects the format of a picture by its first bytes, and checks that the file is complete and nothing follows the
 * picture. Otherwise returns why it is refused. Reads only containers (PNG, third edition, 5; RFC 9649, 2.4;
 * ISO/IEC 14496-12, 4.2; GIF89a; ITU-T T.81, B), so that decoders get only these formats.
 */
export function inspectPicture(bytes: Buffer): { format: string } | { refusal: string } {
  const container = Object.entries(formats).find(([, { matches }]) => matches(bytes))
  if (!container)
    return { refusal: 'This isn’t a PNG, JPEG, WebP, AVIF or GIF file. Save the picture as one of these.' }
  const [format, { endOf }] = container
  const end = endOf(bytes)
  if (end === null || end > bytes.length)
    return { refusal: 'The file is incomplete or damaged. Save the picture again and upload that.' }
  if (!isPadding(bytes.subarray(end)))
    return { refusal: 'The file contains more than a picture. Save the picture again and upload that.' }
  return { format }
}

type Container = {
  matches: (bytes: Buffer) => boolean
  /** Where the picture ends, in bytes; null if it is incomplete. */
  endOf: (bytes: Buffer) => number | null
}

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

const formats: Record<string, Container> = {
  PNG: {
    matches: (bytes) => ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n',
    endOf(bytes) {
      for (let at = 8; at + 12 <= bytes.length; ) {
        const end = at + 12 + bytes.readUInt32BE(at)
        if (ascii(bytes, at + 4, at + 8) === 'IEND') return end
        at = end
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
      let at = 0
      while (at + 8 <= bytes.length) {
        const size = bytes.readUInt32BE(at)
        if (!avifBoxes.has(ascii(bytes, at + 4, at + 8))) return at
        // 0: to the end of the file. 1: a 64-bit size follows, which no upload needs.
        if (size < 8) return size === 0 ? bytes.length : null
        at += size
      }
      return at
    },
  },
  GIF: { matches: (bytes) => /^GIF8[79]a/.test(ascii(bytes, 0, 6)), endOf: endOfGif },
}

const avifBoxes = new Set(['ftyp', 'meta', 'mdat', 'moov', 'free', 'skip', 'idat', 'uuid'])

/** Whether the rest is zeros, or further pictures that phones append to a JPEG. Both are ignored. */
function isPadding(rest: Buffer): boolean {
  return ascii(rest, 0, 3) === '\xff\xd8\xff' || rest.every((byte) => byte === 0)
}

function endOfJpeg(bytes: Buffer): number | null {
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] as number
    if (marker === 0xff) at++
    else if (marker === 0xd9) return at + 2
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else {
      const end = at + 2 + bytes.readUInt16BE(at + 2)
      at = marker === 0xda ? endOfScan(bytes, end) : end
    }
  }
  return bytes[at] === 0xff && bytes[at + 1] === 0xd9 ? at + 2 : null
}

/** Where the data of a scan ends: at a marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] as number
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

function endOfGif(bytes: Buffer): number | null {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + tableBytes(bytes[10] ?? 0)
  while (at < bytes.length) {
    const kind = bytes[at]
    if (kind === 0x3b) return at + 1
    if (kind === 0x2c) at += 11 + tableBytes(bytes[at + 9] ?? 0)
    else if (kind === 0x21) at += 2
    else return null
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] as number)
    at++
  }
  return null
}
