import { t } from '#lib/texts.ts'
import { binaryProblem, decoderOf, encodingProblem, isBinary } from './encoding-rules.ts'
import { BrokenFile } from './record-rules.ts'

/** How much of a file is read to recognize what it is, in bytes or characters. It is enough for the header of a table. */
export const startLength = 10_000

/** The maximum size of a file that is read as a whole, in bytes or characters. Tables can have any size. */
export const wholeMax = 20_000_000

/** A piece of a stream: bytes or text. */
type Chunk = string | Uint8Array

/** Returns a value as an iterable with one item. */
export async function* singleChunk<T extends Chunk>(chunk: T): AsyncGenerator<T> {
  yield chunk
}

/** Decodes a file in chunks of any size. Throws BrokenFile for a file that isn't text, or has an unknown encoding. */
export async function* decodeChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of chunks) {
    // The first chunk has at least a byte order mark, because `splitStart` made it.
    if (!decoder && isBinary(chunk)) throw new BrokenFile(binaryProblem())
    decoder ??= decoderOf(chunk)
    yield decode(() => decoder?.decode(chunk, { stream: true }))
  }
  yield decode(() => decoder?.decode())
}

function decode(read: () => string | undefined): string {
  try {
    return read() ?? ''
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new BrokenFile(encodingProblem())
  }
}

/**
 * Splits off the start of a stream, which has at least `startLength` bytes or characters unless the stream is shorter.
 * `all` is the whole stream, of which the start is the first chunk. It can be read once.
 */
export async function splitStart<T extends Chunk>(
  chunks: AsyncIterable<T>,
  join: (parts: T[]) => T,
): Promise<{ start: T; all: AsyncIterable<T> }> {
  const reader = chunks[Symbol.asyncIterator]()
  const parts: T[] = []
  for (let length = 0; length < startLength; ) {
    const next = await reader.next()
    if (next.done) break
    parts.push(next.value)
    length += next.value.length
  }
  const start = join(parts)
  return { start, all: prepend(start, { [Symbol.asyncIterator]: () => reader }) }
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}

export function joinText(parts: string[]): string {
  return parts.join('')
}

export function joinBytes(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Reads a stream to its end. Throws BrokenFile if it has more than `max` bytes or characters. */
export async function readAll<T extends Chunk>(
  chunks: AsyncIterable<T>,
  join: (parts: T[]) => T,
  max: number,
): Promise<T> {
  const parts: T[] = []
  let length = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    length += chunk.length
    if (length > max)
      throw new BrokenFile(t('It is too large. Such a file can have at most {value} MB.', { value: max / 1_000_000 }))
  }
  return join(parts)
}

/**
 * Removes a byte order mark, and replaces line ends that are only CR, as in files of old spreadsheets, if the first line
 * ends so. The first chunk must be the start of the file (`splitStart`).
 */
export async function* withLineFeeds(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let endsInCr: boolean | undefined
  let carriageReturn = ''
  for await (const chunk of chunks) {
    const text = carriageReturn + (endsInCr === undefined ? chunk.replace(/^\ufeff/, '') : chunk)
    endsInCr ??= /^[^\r\n]*\r[^\n]/.test(text)
    // The LF of a CRLF may be in the next chunk.
    carriageReturn = endsInCr && text.endsWith('\r') ? '\r' : ''
    const whole = carriageReturn ? text.slice(0, -1) : text
    yield endsInCr ? whole.replace(/\r(?!\n)/g, '\n') : whole
  }
  if (carriageReturn) yield '\n'
}
