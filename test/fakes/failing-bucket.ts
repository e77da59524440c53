import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBucketStore } from '#features/examples/server/bucket-store.ts'

/** How the service responds: accepts the request, refuses it like S3, resets the connection, or stops within a response. */
export type BucketAct = 'take' | 'refuse' | 'reset' | 'stop halfway'

const denied = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'

/** A service with Amazon S3's protocol that stores nothing and fails as scripted: `act` decides about each request. */
export async function startFailingBucket() {
  const script = { act: (_method: string, _path: string): BucketAct => 'take' }
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    const act = script.act(method, url)
    if (act === 'reset') return request.socket.destroy()
    request.resume().on('end', () => {
      if (act === 'refuse') return response.writeHead(403, { 'Content-Type': 'application/xml' }).end(denied)
      if (act === 'take') return response.writeHead(method === 'DELETE' ? 204 : 200).end()
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
