import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The baseline of the page benchmark: the least that node:http can answer. */
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': 5 })
  response.end('hello')
})
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`))
