import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLocalServer } from '#test/fakes/local-runtimes.ts'
import { fetchJson } from './fetch-json.ts'

let server: Awaited<ReturnType<typeof startLocalServer>>
beforeAll(async () => {
  server = await startLocalServer(({ url }, response) => {
    if (url === '/moved') response.writeHead(301, { location: '/' })
    response.end(JSON.stringify('x'.repeat(2_000)))
  })
})
afterAll(() => server.stop())

it('fetchJson fails if the response has more than `bytesMax` bytes', async () => {
  const url = `http://127.0.0.1:${server.port}/`
  expect(await fetchJson(url, { bytesMax: 2_002, timeoutMs: 60_000 })).toHaveLength(2_000)
  await expect(fetchJson(url, { bytesMax: 2_001, timeoutMs: 60_000 })).rejects.toThrow('sent too much')
})

it('fetchJson reports a redirect with its status, and doesn’t follow it', async () => {
  const url = `http://127.0.0.1:${server.port}/moved`
  const failure = await fetchJson(url, { bytesMax: 2_002, timeoutMs: 60_000 }).catch((error) => error)
  expect(failure).toMatchObject({ name: 'UpstreamFailure', message: 'returned 301', status: 301 })
})
