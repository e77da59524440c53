import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonChunks } from './json-chunks.ts'
import { streamOf } from './stream-of.ts'

const writeAndParse = async (value: unknown) => JSON.parse(await new Response(streamOf(jsonChunks(value))).text())

async function* give<Item>(items: Item[]) {
  yield* items
}

it('jsonChunks writes the same JSON as JSON.stringify, with an array for each async iterable', async () => {
  // Two of these texts together are longer than a chunk.
  const long = fc.constant('x'.repeat(10_000))
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.array(fc.oneof(fc.jsonValue(), long)), async (value, items) => {
      const body = { value, nothing: undefined, when: new Date(0), items: give(items), inner: { items: give(items) } }
      const plain = { value, when: new Date(0), items, inner: { items } }
      expect(await writeAndParse(body)).toEqual(JSON.parse(JSON.stringify(plain)))
    }),
  )
})

it('jsonChunks reads items only as fast as the reader takes them, and none after the reader has stopped', async () => {
  let itemCount = 0
  let isClosed = false
  async function* many() {
    try {
      for (; itemCount < 1_000; itemCount++) yield 'x'.repeat(20_000)
    } finally {
      isClosed = true
    }
  }
  const reader = streamOf(jsonChunks({ many: many() })).getReader()
  await reader.read()
  await reader.read()
  expect(itemCount).toBeLessThan(5)
  await reader.cancel()
  expect([isClosed, itemCount < 5]).toEqual([true, true])
})
