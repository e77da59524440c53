import autocannon from 'autocannon'
import { cpuOf, memoryOf, type Started, startProgram, stopProgram } from './processes.ts'
import type { Row } from './report.ts'

const seconds = 3
const rounds = 3
const connections = 32

/** Requests per CPU second for kept pages, each round beside a bare hello: the ratio of medians is the figure. */
export async function benchPages(server: Started): Promise<Row[]> {
  const hello = await startProgram('test/load/hello.ts')
  const { items } = await (await fetch(`${server.address}/api/prompts/newest?limit=1`)).json()
  const pages = { home: '/', prompt: `/prompt/${items[0].slug}` }
  const perCpuSecond: Record<string, number[]> = { hello: [], home: [], prompt: [] }
  for (let round = 0; round < rounds; round++) {
    perCpuSecond.hello?.push(await load(hello, '/'))
    for (const [name, path] of Object.entries(pages)) perCpuSecond[name]?.push(await load(server, path))
  }
  const memory = memoryOf(server.child.pid as number)
  await stopProgram(hello)
  const median = (name: string) => perCpuSecond[name]?.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
  return [
    ['hello', `${Math.round(median('hello'))} requests per CPU second`],
    ...Object.keys(pages).map((name): Row => {
      const ratio = (median(name) / median('hello')).toFixed(2)
      return [name, `${Math.round(median(name))} requests per CPU second, ${ratio} of hello (budget 0.6)`]
    }),
    ['memory after this load, with the database', `${Math.round(memory)} MB (budget 300)`],
  ]
}

async function load({ address, child }: Started, path: string): Promise<number> {
  const pid = child.pid as number
  const before = cpuOf(pid)
  const headers = { 'accept-encoding': 'br' }
  const result = await autocannon({ url: address + path, connections, duration: seconds, headers })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx + result.errors} requests failed.`)
  return (result.requests.total * 1000) / (cpuOf(pid) - before)
}
