import { Agent, request } from 'node:http'
import { cpuOfTree, type StartedProgram } from '#test/processes.ts'
import { percentiles } from './report.ts'

export type Post = { path: string; cookie: string; body: unknown; headers?: Record<string, string> }

const seconds = 5

/**
 * Has `clients` clients send one POST after another for `seconds`, over connections that stay open. `next` returns a
 * client's next request. Returns the number of responses, per second too, the CPU time of each in ms, and a line for the
 * report. Throws an Error at the first response that isn't successful.
 */
export async function loadHttp({ address, child }: StartedProgram, clients: number, next: (client: number) => Post) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const pid = child.pid as number
  const times: number[] = []
  const cpuBefore = cpuOfTree(pid)
  const startedAt = performance.now()
  const end = startedAt + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let start = performance.now(); start < end; start = performance.now()) {
        await post(agent, address, next(client))
        times.push(performance.now() - start)
      }
    }),
  )
  agent.destroy()
  const perSecond = (times.length * 1000) / (performance.now() - startedAt)
  // The server's descendants are the processes of its embedded PostgreSQL.
  const cpuAfter = cpuOfTree(pid)
  const [serverMs, databaseMs] = [cpuAfter.own - cpuBefore.own, cpuAfter.descendants - cpuBefore.descendants]
  const { p50, p95 } = percentiles(times)
  const cpu = { server: serverMs / times.length, database: databaseMs / times.length }
  const line = `${Math.round(perSecond)} a second; p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; CPU per request: server ${cpu.server.toFixed(2)} ms, database ${cpu.database.toFixed(2)} ms`
  return { count: times.length, perSecond, cpu, line }
}

function post(agent: Agent, address: string, { path, cookie, body, headers }: Post): Promise<void> {
  const text = JSON.stringify(body)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const requestHeaders = {
    cookie,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  }
  const clientRequest = request(`${address}${path}`, { agent, method: 'POST', headers: requestHeaders }, (response) => {
    response.resume()
    response.on('error', reject)
    response.on('end', () =>
      String(response.statusCode).startsWith('2') ? resolve() : reject(new Error(`${path}: ${response.statusCode}`)),
    )
  })
  clientRequest.on('error', reject)
  clientRequest.end(text)
  return promise
}
