import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/** A span as it came over the wire. Ids are hexadecimal; `failed`: its status is an error. */
export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentId: string
  name: string
  kind: number
  attributes: Record<string, unknown>
  resource: Record<string, unknown>
  failed: boolean
}

/** A collector that takes OTLP over HTTP in protobuf (opentelemetry-proto, trace.proto and common.proto). */
export async function startOtlpCollector() {
  const spans: ReceivedSpan[] = []
  const requests: { path: string; headers: Record<string, unknown>; body: Buffer }[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const sent = Buffer.concat(parts)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    if (request.headers['content-type'] !== 'application/x-protobuf') return response.writeHead(415).end()
    spans.push(...spansOf(body))
    response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    stop: () => new Promise<unknown>((resolve) => server.close(resolve)),
  }
}

function spansOf(body: Buffer): ReceivedSpan[] {
  return all(body, 1).flatMap((resourceSpans) => {
    const resource = Object.fromEntries(all(all(resourceSpans, 1)[0], 1).map(attributeOf))
    return all(resourceSpans, 2).flatMap((scope) =>
      all(scope, 2).map((span) => ({
        traceId: hex(span, 1),
        spanId: hex(span, 2),
        parentId: hex(span, 4),
        name: textOf(span, 5),
        kind: Number(numberOf(span, 6) ?? 0),
        attributes: Object.fromEntries(all(span, 9).map(attributeOf)),
        resource,
        failed: numberOf(all(span, 15)[0], 3) === 2,
      })),
    )
  })
}

function attributeOf(pair: Buffer): [string, unknown] {
  const value = fieldsOf(all(pair, 2)[0])[0]
  const isText = value?.number === 1
  return [textOf(pair, 1), isText ? String(value.value) : value?.value]
}

/** The bytes of each field of this number. */
function all(message: Buffer | undefined, number: number): Buffer[] {
  return fieldsOf(message).flatMap((field) =>
    field.number === number && Buffer.isBuffer(field.value) ? [field.value] : [],
  )
}

const hex = (message: Buffer, number: number) => all(message, number)[0]?.toString('hex') ?? ''
const textOf = (message: Buffer, number: number) => all(message, number)[0]?.toString() ?? ''
const numberOf = (message: Buffer | undefined, number: number) =>
  fieldsOf(message).find((field) => field.number === number)?.value

/** The fields of a message of Protocol Buffers: a varint is a number, and so is what has eight or four bytes. */
function fieldsOf(message: Buffer = Buffer.alloc(0)): { number: number; value: Buffer | number }[] {
  const fields: { number: number; value: Buffer | number }[] = []
  let at = 0
  const varint = () => {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = message[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  const take = (length: number) => {
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = varint()
    const wire = tag & 7
    if (wire === 0) fields.push({ number: tag >>> 3, value: varint() })
    else if (wire === 1) fields.push({ number: tag >>> 3, value: take(8).readDoubleLE() })
    else if (wire === 5) fields.push({ number: tag >>> 3, value: take(4).readUInt32LE() })
    else fields.push({ number: tag >>> 3, value: take(varint()) })
  }
  return fields
}
