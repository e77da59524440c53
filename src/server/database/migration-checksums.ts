import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../../db/migrations/checksums.txt')

/** The checksum of a migration as databases store it: the SHA-256 of its file, in hexadecimal, with any line endings. */
export function checksumOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

/** Reads `db/migrations/checksums.txt`: the checksums that databases may have stored, by the name of the migration. */
export async function readKnownChecksums(): Promise<Map<string, Set<string>>> {
  const known = new Map<string, Set<string>>()
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, checksum, name] = /^([0-9a-f]{64}) (\S+\.sql)$/.exec(line) ?? []
    if (!checksum || !name) throw new Error(`db/migrations/checksums.txt: unknown line “${line}”.`)
    known.set(name, (known.get(name) ?? new Set()).add(checksum))
  }
  return known
}
