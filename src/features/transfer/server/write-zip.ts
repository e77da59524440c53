import { crc32 } from 'node:zlib'

export type ZipFile = { name: string; bytes: Uint8Array; modifiedAt: Date }

/** Bit 11 of the general purpose flags, which says that names are UTF-8. */
const utf8Names = 0x0800
/** The version of the format that readers must support, which is 2.0. */
const version = 20

/**
 * Streams a zip archive (PKWARE APPNOTE 6.3, section 4.3) of uncompressed files. Their names must be unique relative
 * paths. Without zip64, an archive is limited to 65,535 files and 4 GB.
 */
export async function* writeZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, bytes, modifiedAt } of files) {
    const nameBytes = Buffer.from(name)
    const sharedBytes = sharedFields(nameBytes, bytes, modifiedAt)
    const header = Buffer.concat([signatureBytes(0x04034b50), sharedBytes, nameBytes])
    directory.push(
      Buffer.concat([signatureBytes(0x02014b50), uint16(version), sharedBytes, otherFields(offset), nameBytes]),
    )
    offset += header.length + bytes.length
    yield header
    yield bytes
  }
  const entries = Buffer.concat(directory)
  yield entries
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  yield end
}

/** Returns the fields that a file's header and its directory entry share, from the required version to the lengths. */
function sharedFields(name: Buffer, bytes: Uint8Array, modifiedAt: Date): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(version, 0)
  fields.writeUInt16LE(utf8Names, 2)
  fields.writeUInt32LE(dosTime(modifiedAt), 6)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(bytes.length, 14)
  fields.writeUInt32LE(bytes.length, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

/** Returns the rest of a directory entry: no comment, disk 0, no attributes, and the offset of the file's header. */
function otherFields(offset: number): Buffer {
  const fields = Buffer.alloc(14)
  fields.writeUInt32LE(offset, 10)
  return fields
}

/** Returns date and time (UTC) in the MS-DOS format, which begins in 1980 and has steps of two seconds. */
function dosTime(modifiedAt: Date): number {
  const day =
    ((Math.max(modifiedAt.getUTCFullYear(), 1980) - 1980) << 9) |
    ((modifiedAt.getUTCMonth() + 1) << 5) |
    modifiedAt.getUTCDate()
  const time = (modifiedAt.getUTCHours() << 11) | (modifiedAt.getUTCMinutes() << 5) | (modifiedAt.getUTCSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}

function signatureBytes(signature: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(signature)
  return bytes
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
