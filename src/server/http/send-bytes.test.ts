import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { prepareResponse, sendBytes } from './send-bytes.ts'

it('a page is compressed with gzip once, for the first client that needs it', async () => {
  const identity = Buffer.from('a page '.repeat(100))
  const page = prepareResponse({ status: 200, headers: {}, etag: '"a"', bodies: { gzip: 'later', identity } })
  const request = { method: 'GET', headers: { 'accept-encoding': 'gzip' } } as unknown as IncomingMessage
  const send = () =>
    new Promise<string>((sent) => {
      const response = { writeHead: () => response, end: (body: string) => sent(body) }
      sendBytes(request, response as unknown as ServerResponse, page)
    })
  const first = await send()
  expect(page.encodings.gzip?.body).toBe(first)
  // Without `gzipLater`, the page can't be compressed again.
  page.gzipLater = undefined
  expect(await send()).toBe(first)
})

it('a page isn’t sent in an encoding that the client refuses', () => {
  const bodies = { br: Buffer.from('brotli'), gzip: Buffer.from('gzip'), identity: Buffer.from('text') }
  const page = prepareResponse({ status: 200, headers: {}, etag: '"a"', bodies })
  const bodyFor = (accepted: string) => {
    let sent = ''
    const response = { writeHead: () => response, end: (body: string) => (sent = body) }
    const request = { method: 'GET', headers: { 'accept-encoding': accepted } } as unknown as IncomingMessage
    sendBytes(request, response as unknown as ServerResponse, page)
    return sent
  }
  expect(bodyFor('gzip, br;q=0.5')).toBe('brotli')
  expect(bodyFor('br;q=0, gzip')).toBe('gzip')
  expect(bodyFor('br; q=0.000, gzip;q=0, *')).toBe('text')
})
