import { memoryOf, type StartedProgram } from '#test/processes.ts'
import { p99, timeReads } from './other-readers.ts'
import { atMost, type Row } from './report.ts'

const wrongLogins = 1_000
const attackers = 20
const reads = 2_000

/**
 * Measures how much slower lists become for readers in other networks while clients in one network send many logins
 * with wrong passwords. The server must trust X-Forwarded-For from this machine, so that each reader counts as a
 * separate network.
 */
export async function benchLogins(server: StartedProgram): Promise<Row[]> {
  const pid = server.child.pid as number
  await timeReads(server, 200)
  const alone = p99(await timeReads(server, reads))
  const before = memoryOf(pid)
  const statuses = new Map<number, number>()
  const [timesDuringAttack] = await Promise.all([timeReads(server, reads), attack(server, statuses)])
  const after = memoryOf(pid)
  const statusCounts = [...statuses].map(([status, times]) => `${times} x ${status}`).join(', ')
  return [
    [`${wrongLogins} wrong logins from one network`, statusCounts],
    ['p99 of a list for other readers, without the attack', `${alone.toFixed(1)} ms`],
    [
      'p99 of a list for other readers, during the attack',
      `${p99(timesDuringAttack).toFixed(1)} ms, ${(p99(timesDuringAttack) / alone).toFixed(2)} times as long`,
      atMost(2, p99(timesDuringAttack) / alone, 'times'),
    ],
    ['memory before and after', `${Math.round(before)} MB, ${Math.round(after)} MB`],
  ]
}

async function attack({ address }: StartedProgram, statuses: Map<number, number>): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }
  const tryPasswords = async (attacker: number) => {
    for (let n = 0; n < wrongLogins / attackers; n++) {
      const body = JSON.stringify({ username: `victim${(attacker + n) % 50}`, password: 'not the password' })
      const { status } = await fetch(`${address}/api/login`, { method: 'POST', headers, body })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: attackers }, (_, attacker) => tryPasswords(attacker)))
}
