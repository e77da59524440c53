import { expect, it } from 'vitest'
import { streamOf } from './stream-of.ts'

it('other work is done between two chunks', async () => {
  let chunks = 0
  async function* source() {
    for (; chunks < 50; chunks++) yield Buffer.from('a')
  }
  const seen: number[] = []
  const other = setInterval(() => seen.push(chunks), 0)
  const all = await new Response(streamOf(source())).text()
  clearInterval(other)
  expect(all).toHaveLength(50)
  expect(seen.length).toBeGreaterThan(0)
})
