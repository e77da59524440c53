import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Protocol, protocols, type Vendor } from './ai-protocols.ts'

/** A received request for an answer. */
export type ReceivedRequest = {
  vendor: Vendor
  model: string
  headers: IncomingMessage['headers']
  body: string
  /** When it was received, in ms, by `performance.now()`. */
  at: number
  /**
   * Resolves when the response has ended or its connection was cut, to how many bytes were sent over the connection.
   */
  closed: Promise<number>
}

/**
 * How a model responds. `requestCount`: how many requests for this model the vendor has received, including this one.
 */
type Behavior = (
  response: ServerResponse,
  protocol: Protocol,
  request: ReceivedRequest,
  requestCount: number,
) => Promise<void> | void

const tokens = { input: 12, output: 34 }
/** The answer of a model that works as it should, in chunks. */
export const answerChunks = ['Here is ', 'an answer', ' in four', ' pieces.']
export const wholeAnswer = answerChunks.join('')

function startStream(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
}

function write(response: ServerResponse, frames: string[]) {
  for (const frame of frames) response.write(frame)
}

/** Sends a block of text a thousand times, or until the connection is closed. */
async function repeat(response: ServerResponse, block: string, closed: Promise<unknown>) {
  for (let sent = 0; sent < 1_000 && !response.closed; sent++)
    if (!response.write(block)) await Promise.race([once(response, 'drain'), closed])
  response.end()
}

function respondWithError(response: ServerResponse, protocol: Protocol, status: number, message: string, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(protocol.error(status, message)))
}

function streamText(texts: string[], reason: 'stop' | 'length' = 'stop', usage = tokens): Behavior {
  return (response, protocol, { model }) => {
    startStream(response)
    write(response, [...protocol.begin(model), ...texts.map(protocol.delta), ...protocol.end(usage, reason)])
    response.end()
  }
}

/**
 * How each model answers, by its name. In the name, a prefix up to `/` and a suffix from `--` on are ignored, so several
 * models may behave alike.
 */
export const behaviors: Record<string, Behavior> = {
  steady: streamText(answerChunks),
  // This model answers in the form that the generator expects.
  writer: streamText([
    'TITLE: Letter to a ',
    'landlord\nDESCRIPTION: Asks for a repair.\nCATEGORY: personal\nTAGS: letters, Housing\nPRO',
    'MPT:\nYou are ',
    'a tenants’ lawyer. Write about {{damage}}.',
  ]),
  // This model says that it adapted the first of the catalogue's prompts.
  sourced: streamText(['TITLE: My letter\nSOURCE: 1\nPROMPT:\n', 'Write about {{damage}}.']),
  hostile: streamText(['<script>alert(1)</script>', '\u0000\u202Etxt.exe\u200B', '![x](https://evil.example/?q=1)']),
  // One character comes in two chunks, and the second half of another one never comes.
  torn: streamText(['Half \uD83D', '\uDE00 is whole, ', 'half \uD83D', ' is not']),
  capped: streamText(answerChunks, 'length'),
  empty: streamText([]),
  // This model sends only joiners, fillers, and marks of the writing direction.
  invisible: streamText(['\u200D'.repeat(100), '\u3164\u2800\u200E', ' '.repeat(100)]),
  // The numbers of tokens that these three models report are wrong.
  'negative-tokens': streamText(answerChunks, 'stop', { input: -12_000_000, output: -34_000_000 }),
  'fractional-tokens': streamText(answerChunks, 'stop', { input: 12.5, output: 34.5 }),
  'huge-tokens': streamText(answerChunks, 'stop', { input: 1e15, output: 1e300 }),
  // This model reports a version whose name is far too long.
  'long-name': (response, protocol) =>
    streamText(answerChunks)(response, protocol, { model: 'm'.repeat(100_000) } as ReceivedRequest, 1),
  huge: async (response, protocol, { model, closed }) => {
    startStream(response)
    write(response, protocol.begin(model))
    await repeat(response, protocol.delta('many words '.repeat(1_000)), closed)
  },
  // This model sends an event that has no end.
  'endless-event': async (response, _, { closed }) => {
    startStream(response)
    response.write('data: "')
    await repeat(response, 'a'.repeat(100_000), closed)
  },
  // This model redirects each request to the same address.
  redirects: (response) => void response.writeHead(307, { location: response.req.url }).end(),
  // This model sends one chunk after the other until the connection is closed.
  drip: async (response, protocol, { model }) => {
    startStream(response)
    write(response, protocol.begin(model))
    while (!response.closed) {
      response.write(protocol.delta('drop '))
      await wait(20)
    }
  },
  // This model sends 20 chunks in a second. It is for benchmarks.
  paced: async (response, protocol, { model }) => {
    startStream(response)
    write(response, protocol.begin(model))
    for (let sent = 0; sent < 20 && !response.closed; sent++) {
      response.write(protocol.delta('a few words more '))
      await wait(50)
    }
    write(response, protocol.end(tokens, 'stop'))
    response.end()
  },
  cut: async (response, protocol, { model }) => {
    startStream(response)
    write(response, [...protocol.begin(model), protocol.delta(answerChunks[0] as string)])
    await wait(30)
    response.destroy()
  },
  unfinished: (response, protocol, { model }) => {
    startStream(response)
    write(response, [...protocol.begin(model), protocol.delta(answerChunks[0] as string)])
    response.end()
  },
  garbled: (response, protocol, { model }) => {
    startStream(response)
    write(response, [...protocol.begin(model), 'data: {"this is": no JSON\n\n'])
    response.end()
  },
  page: (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<html>A captive portal</html>')
  },
  silent: () => undefined,
  // This model sends one chunk, and then nothing more.
  stalls: (response, protocol, { model }) => {
    startStream(response)
    write(response, [...protocol.begin(model), protocol.delta(answerChunks[0] as string)])
  },
  'busy-once': (response, protocol, request, requestCount) =>
    requestCount === 1
      ? respondWithError(response, protocol, 429, 'Slow down.', { 'retry-after': '0' })
      : streamText(answerChunks)(response, protocol, request, requestCount),
  busy: (response, protocol) => respondWithError(response, protocol, 429, 'Slow down.', { 'retry-after': '0' }),
  'busy-soon': (response, protocol) => respondWithError(response, protocol, 429, 'Slow down.', { 'retry-after': '30' }),
  'busy-long': (response, protocol) =>
    respondWithError(response, protocol, 429, 'Slow down.', { 'retry-after': '120' }),
  faulty: (response, protocol) => respondWithError(response, protocol, 500, 'Internal error.'),
  // Some vendors quote the request in an error.
  quoting: (response, protocol, { headers, body }) =>
    respondWithError(response, protocol, 401, `Incorrect key: ${JSON.stringify(headers)} for ${body}`),
}

type ModelLists = Partial<Record<Vendor, object | string>>

/**
 * Starts a server that speaks the protocol of every vendor under /VENDOR. `received`: the requests for answers.
 * `texts`: the answers of more models, by name.
 */
export async function startAiVendors(texts: Record<string, string> = {}) {
  const received: ReceivedRequest[] = []
  const lists: ModelLists = {}
  const listRequests: IncomingMessage[] = []
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return sendModelList(request, response)
    const [, vendor = '', path = ''] = /^\/(\w+)(\/[^?]*)/.exec(request.url ?? '') ?? []
    const protocol = protocols[vendor as Vendor]
    const match = protocol?.path.exec(path)
    if (!match) return void response.writeHead(404).end()
    const body = (await request.toArray()).join('')
    const model: string = match[1] ?? JSON.parse(body).model
    const { socket } = request
    const closed = once(response, 'close').then(() => socket.bytesWritten)
    const record: ReceivedRequest = {
      vendor: vendor as Vendor,
      model,
      headers: request.headers,
      body,
      at: performance.now(),
      closed,
    }
    received.push(record)
    const text = texts[model]
    const behave = text === undefined ? behaviors[model.replace(/--.*|^.*\//g, '')] : streamText([text])
    if (!behave) return respondWithError(response, protocol, 404, 'No such model.')
    await behave(
      response,
      protocol,
      record,
      received.filter((other) => other.model === model && other.vendor === vendor).length,
    )
  })
  function sendModelList(request: IncomingMessage, response: ServerResponse) {
    const [, vendor = ''] = /^\/(\w+)\/models(\?|$)/.exec(request.url ?? '') ?? []
    const list = lists[vendor as Vendor]
    listRequests.push(request)
    if (list === undefined) return void response.writeHead(404).end()
    if (list instanceof URL) return void response.writeHead(301, { location: list.href }).end()
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(typeof list === 'string' ? list : JSON.stringify(list))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    received,
    /**
     * The list of models that each vendor returns, as an object or as text, or a URL to which it redirects. A vendor
     * that isn't listed here returns 404.
     */
    lists,
    /** The received requests for lists of models. */
    listRequests,
    /** The base address of a vendor, for its setting. */
    baseUrl: (vendor: Vendor) => `http://127.0.0.1:${port}/${vendor}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type AiVendors = Awaited<ReturnType<typeof startAiVendors>>
