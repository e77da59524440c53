import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Respond = (response: ServerResponse) => void

/** Starts a fake of the `siteverify` endpoint of a captcha provider. `received`: the form fields of each request. */
export async function fakeCaptchaProvider(respond: Respond) {
  const received: Record<string, string>[] = []
  const server = createServer(async (request, response) => {
    received.push(Object.fromEntries(new URLSearchParams(await textOf(request))))
    respond(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    received,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns a function that responds with this JSON. */
export function respondWith(body: object, status = 200): Respond {
  return (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Accepts a request but never responds. */
export const neverRespond: Respond = () => undefined

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
