import { cpuOfTree, type StartedProgram, startProgram, stopProgram } from '#test/processes.ts'
import { countResponses } from './bench-pages.ts'
import { atLeast, type Row } from './report.ts'

const rounds = 3

/**
 * Measures the throughput of two workers, compared with one process. The program that makes the requests uses the same
 * cores, so this measures requests per CPU second of the server's processes and its database, and doubles the result
 * for two workers. `environments`: the settings of two servers with the same data.
 */
export async function benchWorkers(environments: Record<string, string>[]): Promise<Row[]> {
  const servers: StartedProgram[] = []
  try {
    for (const [index, environment] of environments.entries())
      servers.push(await startProgram('src/server/main.ts', { ...environment, WORKERS: String(index + 1) }))
    const rows: Row[] = []
    for (const [what, path] of [
      ['a cached page', '/'],
      ['a list through the API', '/api/prompts/newest'],
    ] as const) {
      const perCpu: number[][] = servers.map(() => [])
      for (let round = 0; round < rounds; round++)
        for (const [index, server] of servers.entries()) perCpu[index]?.push(await load(server, path))
      // The median of three rounds.
      const [one = 0, two = 0] = perCpu.map((figures) => figures.toSorted((a, b) => a - b)[1] ?? 0)
      const each = `${Math.round(one)} and ${Math.round(two)} requests per CPU second`
      const gain = (2 * two) / one
      rows.push([
        what,
        `${each}: 2 workers on 2 cores serve ${gain.toFixed(2)} times as many as one process`,
        atLeast(1.7, gain, 'times'),
      ])
    }
    return rows
  } finally {
    for (const server of servers) await stopProgram(server)
  }
}

async function load({ address, child }: StartedProgram, path: string): Promise<number> {
  const before = cpuOfTree(child.pid as number)
  const responseCount = await countResponses(address + path)
  const after = cpuOfTree(child.pid as number)
  return (responseCount * 1000) / (after.own + after.descendants - before.own - before.descendants)
}
