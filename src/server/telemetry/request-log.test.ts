import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestServices } from '#test/test-services.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { createApp } from '../app.ts'
import { noLog } from './request-log.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

it('a request’s log line has the member and the network, but no complete address or search terms', async () => {
  const lines: object[] = []
  const log = { ...noLog, info: (fields: object) => lines.push(fields) }
  const app = createApp({ ...createTestServices(testSite.db), db: testSite.db, log })
  const id = await testSite.addUser('reader')
  const peer = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })
  await app.request('/api/user', { headers: await testSite.headersOf(id) }, peer('192.0.2.77'))
  await app.request('/api/home?q=secret', {}, peer('2001:db8:1:2::7'))
  await app.request('/api/home')
  expect(lines).toEqual([
    { ...known, path: '/api/user', network: '192.0.2.0/24', member: id },
    { ...known, path: '/api/home', network: '2001:db8:1::/48' },
    { ...known, path: '/api/home' },
  ])
})

const known = { method: 'GET', status: 200, requestId: expect.any(String), milliseconds: expect.any(Number) }
