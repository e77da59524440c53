import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { pipeline as runPipeline } from 'node:stream/promises'
import { createGunzip, createGzip, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { StartError } from '../../start/start-error.ts'

// A backup is a gzip file: a line of JSON with the header, and a line of JSON for each row, table by table. A second
// gzip member has one more line: the SHA-256 of all bytes before that member.

const format = 'promptarium backup 1'

const Header = z.object({
  format: z.literal(format),
  /** The versions of Promptarium (`program`) and PostgreSQL that the backup was created with. */
  program: z.string(),
  postgres: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /**
   * The tables, in the order in which their rows follow. Each row is an array of its columns in PostgreSQL's text
   * format.
   */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int().nonnegative() })),
  /** `value` and `called`: the sequence's `last_value` and `is_called`. */
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
})

export type BackupHeader = z.infer<typeof Header>
export type BackupTable = BackupHeader['tables'][number]

/** A fast compression level. The files are a third larger than at the highest level. */
const level = 3
const chunkBytes = 256 * 1024
/** A batch of rows has at most this many rows and about this many characters. */
const batchRows = 500
const batchCharacters = 2_000_000

const wrongRowCount = 'its number of rows is wrong'

/**
 * Writes a backup: first the header, then the rows of the tables in the header's order. `rows` are batches of lines.
 */
export async function writeBackup(
  header: Omit<BackupHeader, 'format'>,
  rows: AsyncIterable<string[]>,
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256')
  async function* lines() {
    yield `${JSON.stringify({ format, ...header })}\n`
    for await (const batch of rows) if (batch.length > 0) yield `${batch.join('\n')}\n`
  }
  const gzip = createGzip({ level, chunkSize: chunkBytes })
  await runPipeline(Readable.from(lines(), { highWaterMark: 1 }), gzip, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      await write(chunk)
    }
  })
  await write(createChecksumMember(hash.digest('hex')))
}

/** Creates the last gzip member of a backup. For the same checksum, its bytes are always the same. */
function createChecksumMember(sha256: string): Buffer {
  const member = gzipSync(`${JSON.stringify({ sha256 })}\n`, { level: 0 })
  // Bytes 8 and 9 of a gzip header name the compression level and the operating system (RFC 1952). They are fixed here.
  return Buffer.concat([member.subarray(0, 8), Buffer.from([0, 255]), member.subarray(10)])
}

/**
 * Throws StartError if the file can't be read or differs from what `writeBackup` wrote. Here and below, `name` is how
 * messages name the file, if it is a temporary copy.
 */
export async function refuseDamagedFile(file: string, name = file): Promise<void> {
  await explainReadErrors(name, async () => {
    const handle = await open(file)
    try {
      const stats = await handle.stat()
      if (!stats.isFile()) throw new StartError(`${name} can't be restored: it isn't a regular file.`)
      const bodyBytes = stats.size - createChecksumMember('0'.repeat(64)).length
      if (bodyBytes <= 0) throw damagedFileError(name)
      const hash = createHash('sha256')
      for await (const chunk of handle.createReadStream({ end: bodyBytes - 1, autoClose: false })) hash.update(chunk)
      const expected = createChecksumMember(hash.digest('hex'))
      const end = Buffer.alloc(expected.length)
      await handle.read(end, 0, end.length, bodyBytes)
      if (!end.equals(expected)) throw damagedFileError(name)
    } finally {
      await handle.close()
    }
  })
}

function damagedFileError(file: string, problem = 'its checksum is wrong'): StartError {
  return new StartError(`${file} is damaged or isn't a backup: ${problem}. Nothing was changed.`)
}

/** Reads the header of a backup. Throws StartError if the file can't be read or has another format. */
export async function readHeader(file: string, name = file): Promise<BackupHeader> {
  return explainReadErrors(name, async () => {
    for await (const [first = ''] of readLines(file)) return parseHeader(name, first)
    throw damagedFileError(name, 'it has no header')
  })
}

function parseHeader(file: string, line: string): BackupHeader {
  const parsed = Header.safeParse(parseJson(line))
  if (parsed.success) return parsed.data
  throw new StartError(`${file} can't be restored: its format is not “${format}”, which this version needs.`)
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/**
 * Reads the rows of a backup in batches, each from a single table. Throws StartError if the format or the number of
 * rows is wrong.
 */
export async function* readRows(file: string, name = file): AsyncGenerator<{ table: BackupTable; lines: string[] }> {
  let tables: BackupTable[] | null = null
  let rowsLeft = 0
  let batch: string[] = []
  let characters = 0
  for await (const lines of readLines(file)) {
    for (const line of lines) {
      if (tables === null) {
        tables = parseHeader(name, line).tables.filter(({ rows }) => rows > 0)
        rowsLeft = tables[0]?.rows ?? 0
        continue
      }
      const [table] = tables
      if (!table) {
        // The only line after the rows is the checksum.
        if (line.startsWith('{')) continue
        throw damagedFileError(name, wrongRowCount)
      }
      batch.push(line)
      characters += line.length
      rowsLeft--
      if (rowsLeft > 0 && batch.length < batchRows && characters < batchCharacters) continue
      yield { table, lines: batch }
      batch = []
      characters = 0
      if (rowsLeft > 0) continue
      tables.shift()
      rowsLeft = tables[0]?.rows ?? 0
    }
  }
  if (tables === null || tables.length > 0) throw damagedFileError(name, wrongRowCount)
}

async function* readLines(file: string): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let incompleteLine = ''
  // `pipeline` requires a callback. It is empty, because the loop below throws the errors of both streams.
  const chunks = pipeline(createReadStream(file), createGunzip({ chunkSize: chunkBytes }), () => undefined)
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    const lines = (incompleteLine + decoder.decode(chunk, { stream: true })).split('\n')
    incompleteLine = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
}

const readErrors: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'it is a folder',
}

async function explainReadErrors<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code.startsWith('Z_')) throw damagedFileError(file, "it can't be decompressed")
    const reason = readErrors[code]
    throw reason ? new StartError(`${file} can't be read: ${reason}.`, { cause: error }) : error
  }
}
