import { expect, it } from 'vitest'
import { streamOf } from './stream-of.ts'

it('other work is done between two chunks', async () => {
  let chunks = 0
  async function* source() {
    for (; chunks < 50; chunks++) yield Buffer.from('a')
  }
  const seen = new Set<number>()
  let other: NodeJS.Immediate | undefined
  const look = () => {
    seen.add(chunks)
    other = setImmediate(look)
  }
  look()
  const all = await new Response(streamOf(source())).text()
  clearImmediate(other)
  expect(all).toHaveLength(50)
  expect(seen.size).toBeGreaterThan(25)
})
