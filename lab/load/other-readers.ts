import type { StartedProgram } from '#test/processes.ts'

const readerCount = 4

/**
 * Has four readers request the newest prompts at the same time, `count` times altogether. They come from many addresses
 * if the server trusts X-Forwarded-For. Returns how long each request took, in ms.
 */
export async function timeReads({ address }: StartedProgram, count: number): Promise<number[]> {
  const times: number[] = []
  const read = async (reader: number) => {
    for (let n = 0; n < count / readerCount; n++) {
      const headers = { 'x-forwarded-for': `198.51.100.${(reader * 50 + n) % 250}` }
      const start = performance.now()
      await (await fetch(`${address}/api/prompts/newest`, { headers })).text()
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: readerCount }, (_, reader) => read(reader)))
  return times
}

export function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}
