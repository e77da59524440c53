import { describe, expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'
import { operatorRoutes } from './operator-routes.ts'

const routes = (isLocal: boolean) =>
  operatorRoutes({
    readiness: async () => ({ isReady: true }),
    metrics: createMetrics({ cacheBytes: () => 0, poolWaiting: () => 0 }).read,
    isLocal,
    isDraining: () => false,
  })

/** The status of /metrics for a connection from `peer`. */
async function statusFor(peer: string, { isLocal = true, headers = {} } = {}): Promise<number> {
  const env = { incoming: { socket: { remoteAddress: peer } } }
  return (await routes(isLocal).request('/metrics', { headers }, env)).status
}

describe('metrics without a token', () => {
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('are shown to this machine: %s', async (peer) => {
    expect(await statusFor(peer)).toBe(200)
  })

  it('are refused to other machines, and on a public site', async () => {
    expect(await statusFor('192.0.2.7')).toBe(401)
    expect(await statusFor('127.0.0.1', { isLocal: false })).toBe(401)
  })

  it.each(['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP'])(
    'are refused to a proxy on this machine that sends %s',
    async (name) => {
      expect(await statusFor('127.0.0.1', { headers: { [name]: '192.0.2.7' } })).toBe(401)
    },
  )
})
