/** The approximate length of a chunk, in characters. It avoids a network packet for each small item. */
const chunkLength = 16_000

/**
 * Writes a value as JSON in chunks. An `AsyncIterable` becomes an array, and its items are read only as fast as the
 * chunks are taken. It may be the value itself or a property of a nested object, but not an item of an array.
 */
export async function* jsonChunks(value: unknown): AsyncGenerator<Uint8Array> {
  let gathered = ''
  for await (const text of textsOf(value)) {
    gathered += text
    if (gathered.length < chunkLength) continue
    yield Buffer.from(gathered)
    gathered = ''
  }
  yield Buffer.from(gathered)
}

async function* textsOf(value: unknown): AsyncGenerator<string> {
  if (isAsync(value)) {
    let before = '['
    for await (const item of value) {
      yield before + JSON.stringify(item)
      before = ','
    }
    yield before === '[' ? '[]' : ']'
  } else if (isPlain(value)) {
    let before = '{'
    for (const [name, part] of Object.entries(value)) {
      if (part === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield* textsOf(part)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  } else yield JSON.stringify(value)
}

function isAsync(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
