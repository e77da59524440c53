import { crc32, deflateRawSync } from 'node:zlib'

/** Returns a zip archive of compressed files (PKWARE APPNOTE 6.3, section 4.3), each with a name and a text. */
export function deflatedZip(files: [name: string, text: string][]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of files) {
    const nameBytes = Buffer.from(name)
    const bytes = deflateRawSync(text)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt16LE(0x21, 8)
    shared.writeUInt32LE(crc32(text), 10)
    shared.writeUInt32LE(bytes.length, 14)
    shared.writeUInt32LE(Buffer.byteLength(text), 18)
    shared.writeUInt16LE(nameBytes.length, 22)
    const others = Buffer.alloc(14)
    others.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0'), shared, others, nameBytes)
    bodies.push(Buffer.from('PK\u0003\u0004'), shared, nameBytes, bytes)
    offset += 30 + nameBytes.length + bytes.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  // With more files, this value says that the number is stored elsewhere.
  const count = Math.min(files.length, 0xffff)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, ...directory, end])
}
