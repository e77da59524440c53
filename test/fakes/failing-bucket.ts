import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBucketStore } from '#features/examples/server/bucket-store.ts'

/** How the service responds: accepts the request, refuses it like S3, resets the connection, or stops within a response. */
export type BucketBehavior = 'accept' | 'refuse' | 'reset' | 'stop halfway'

const denied = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'

/** A service with Amazon S3's protocol that stores nothing and fails as scripted: `behave` decides about each request. */
export async function startFailingBucket() {
  const script = { behave: (_method: string, _path: string): BucketBehavior => 'accept' }
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    const behavior = script.behave(method, url)
    if (behavior === 'reset') return request.socket.destroy()
    request.resume().on('end', () => {
      if (behavior === 'refuse') return response.writeHead(403, { 'Content-Type': 'application/xml' }).end(denied)
      if (behavior === 'accept') return response.writeHead(method === 'DELETE' ? 204 : 200).end()
      response.writeHead(200, { 'Content-Length': '1000' }).write('the beginning', () => request.socket.destroy())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const keys = { accessKeyId: 'x', secretAccessKey: 'x' }
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    script,
    store: createBucketStore({ bucket: 'pictures', region: 'us-east-1', endpoint, keys }),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
