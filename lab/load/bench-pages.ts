import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cpuOf, memoryOf, type StartedProgram, startProgram, stopProgram } from '#test/processes.ts'
import { installLabPackages } from '../../scripts/lab-packages.ts'
import { atMost, type Row } from './report.ts'

const seconds = 3
const rounds = 3
const connections = 32

/** How many times as much CPU time a cached page may take as a bare response of its size. */
const timesBare = 2.2

/**
 * Measures how many cached pages are served per CPU second, relative to two baselines: a minimal response of
 * node:http (“hello”), and a node:http response of the same size, to which the budget refers. Then measures the server's
 * memory.
 */
export async function benchPages(server: StartedProgram): Promise<Row[]> {
  const bare = await startProgram('lab/load/baseline-server.ts')
  const { items } = await (await fetch(`${server.address}/api/prompts/newest?limit=1`)).json()
  const pages = { home: '/', list: '/prompts', prompt: `/prompt/${items[0].slug}` }
  const rows: Row[] = []
  const hellos: number[] = []
  for (const [name, path] of Object.entries(pages)) {
    const bytes = await sizeOf(server.address + path)
    const figures = { page: [] as number[], bare: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      hellos.push(await load(bare, '/'))
      figures.bare.push(await load(bare, `/bytes/${bytes}`))
      figures.page.push(await load(server, path))
    }
    const page = median(figures.page)
    const helloRatio = page / median(hellos)
    const costRatio = median(figures.bare) / page
    const bareRatio = `${costRatio.toFixed(2)} times the CPU time of a bare response of ${bytes} bytes`
    rows.push([
      name,
      `${Math.round(page)} requests per CPU second: ${helloRatio.toFixed(2)} times hello, ${bareRatio}`,
      atMost(timesBare, costRatio, 'times a bare response'),
    ])
  }
  const memory = memoryOf(server.child.pid as number)
  await stopProgram(bare)
  return [
    ['hello', `${Math.round(median(hellos))} requests per CPU second`],
    ...rows,
    ['memory after this load, including the database', `${Math.round(memory)} MB`, atMost(300, memory, 'MB')],
  ]
}

async function sizeOf(url: string): Promise<number> {
  const head = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  return Number(head.headers.get('content-length'))
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}

/** Requests a page again and again. Returns how many responses the server sent per second of its CPU time. */
async function load({ address, child }: StartedProgram, path: string): Promise<number> {
  const pid = child.pid as number
  const before = cpuOf(pid)
  const responseCount = await countResponses(address + path)
  return (responseCount * 1000) / (cpuOf(pid) - before)
}

/**
 * Requests a page again and again for 3 s. Returns the number of responses. Uses wrk if it is installed, because
 * autocannon can't quite saturate the server.
 */
export async function countResponses(url: string): Promise<number> {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', 'accept-encoding: br', url]
  const wrk = await promisify(execFile)('wrk', args).catch(() => null)
  if (wrk) {
    if (/Non-2xx|Socket errors/.test(wrk.stdout)) throw new Error(`${url}: ${wrk.stdout}`)
    return Number(/(\d+) requests in/.exec(wrk.stdout)?.[1])
  }
  await installLabPackages()
  const { default: autocannon } = await import('autocannon')
  const result = await autocannon({ url, connections, duration: seconds, headers: { 'accept-encoding': 'br' } })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} failed.`)
  return result.requests.total
}
