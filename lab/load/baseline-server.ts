import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The baselines of the page benchmark, from node:http: a minimal response (“hello”) and, at /bytes/N, one of N bytes.

const bodies = new Map<string, Buffer>()

const server = createServer((request, response) => {
  const body = bodies.get(request.url ?? '') ?? bodyOf(request.url ?? '')
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': body.length })
  response.end(body)
})

function bodyOf(url: string): Buffer {
  const size = /^\/bytes\/(\d+)$/.exec(url)?.[1]
  const body = size ? Buffer.alloc(Number(size), 'a') : Buffer.from('hello')
  bodies.set(url, body)
  return body
}

server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
)
