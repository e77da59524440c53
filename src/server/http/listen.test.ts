import { Agent, createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { closeServer } from './listen.ts'

it('a server that stops lets running requests end, and then doesn’t wait for their idle connections', async () => {
  const request = Promise.withResolvers<ServerResponse>()
  const server = createServer({ keepAliveTimeout: 60_000 }, (_, response) => request.resolve(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const closeAll = vi.spyOn(server, 'closeAllConnections')
  const { port } = server.address() as AddressInfo
  const received = new Promise<string>((resolve, reject) => {
    const options = { port, host: '127.0.0.1', agent: new Agent({ keepAlive: true }) }
    get(options, (response) => text(response).then(resolve, reject)).on('error', reject)
  })
  const response = await request.promise
  const closed = closeServer(server)
  response.end('complete')
  expect(await received).toBe('complete')
  await closed
  // closeServer calls this only if a connection is still open after 10 seconds.
  expect(closeAll).not.toHaveBeenCalled()
})
