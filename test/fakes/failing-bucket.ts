import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBucketStore } from '#features/examples/server/bucket-store.ts'

/**
 * What the service does with a request: accepts it, refuses it as S3 would, resets the connection, or stops in the
 * middle of the response.
 */
export type BucketBehavior = 'accept' | 'refuse' | 'reset' | 'stop halfway'

const denied = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'

/**
 * Starts a service that speaks the protocol of Amazon S3 but stores nothing. `script.behave`, which tests replace,
 * decides what happens to each request. `store` sends its requests to the service.
 */
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
