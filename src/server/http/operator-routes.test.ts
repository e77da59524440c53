import { describe, expect, it } from 'vitest'
import { createMetrics } from '../telemetry/metrics.ts'
import { operatorRoutes } from './operator-routes.ts'

const routes = (isLocal: boolean) =>
  operatorRoutes({
    readiness: async () => ({ isReady: true }),
    metrics: createMetrics({ cacheBytes: () => 0, pool: () => ({ total: 0, idle: 0, waiting: 0 }) }).read,
    isLocal,
    isDraining: () => false,
  })

/** Returns the status of /metrics for a connection from the address `peer`. */
async function statusFor(
  peer: string,
  { isLocal = true, host = 'localhost:3000', headers = {} } = {},
): Promise<number> {
  const env = { incoming: { socket: { remoteAddress: peer } } }
  return (await routes(isLocal).request(`http://${host}/metrics`, { headers }, env)).status
}

describe('metrics on a site without METRICS_TOKEN', () => {
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('are shown to this machine: %s', async (peer) => {
    expect(await statusFor(peer)).toBe(200)
  })

  it('are refused to other machines, and on a public site', async () => {
    expect(await statusFor('192.0.2.7')).toBe(401)
    expect(await statusFor('127.0.0.1', { isLocal: false })).toBe(401)
  })

  it('are refused under a host name that isn’t local, so that a web page can’t read them by DNS rebinding', async () => {
    for (const host of ['127.0.0.1:3000', '127.1.2.3', '[::1]:3000']) expect(await statusFor('::1', { host })).toBe(200)
    for (const host of ['evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example'])
      expect(await statusFor('127.0.0.1', { host })).toBe(401)
  })

  it.each(['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP'])(
    'are refused to a proxy on this machine that sends %s',
    async (name) => {
      expect(await statusFor('127.0.0.1', { headers: { [name]: '192.0.2.7' } })).toBe(401)
    },
  )
})
