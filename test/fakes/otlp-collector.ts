import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/**
 * A span that was received. Its ids are hexadecimal. `kind`: a value of the enum `SpanKind` in opentelemetry-proto.
 * `resource`: attributes of the process that sent it. `isFailed`: its status is an error.
 */
export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentId: string
  name: string
  kind: number
  attributes: Record<string, unknown>
  resource: Record<string, unknown>
  isFailed: boolean
}

/** A value of the enum `Status.StatusCode` in opentelemetry-proto. */
const statusError = 2

/**
 * Starts a collector that accepts OTLP, the protocol of OpenTelemetry, over HTTP in protobuf. The field numbers are
 * those of trace.proto and common.proto in opentelemetry-proto.
 */
export async function startOtlpCollector() {
  const spans: ReceivedSpan[] = []
  let status = 200
  const requests: { path: string; headers: Record<string, unknown>; body: Buffer }[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const payload = Buffer.concat(parts)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(payload) : payload
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    if (request.headers['content-type'] !== 'application/x-protobuf') return response.writeHead(415).end()
    if (status === 200 && request.url === '/v1/traces') spans.push(...spansOf(body))
    response.writeHead(status, { 'Content-Type': 'application/x-protobuf' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    /** Sets the status of all later responses. */
    respondWith(next: number) {
      status = next
    },
    stop: () => new Promise<unknown>((resolve) => server.close(resolve)),
  }
}

function spansOf(body: Buffer): ReceivedSpan[] {
  return fieldBytes(body, 1).flatMap((resourceSpans) => {
    const resource = Object.fromEntries(fieldBytes(fieldBytes(resourceSpans, 1)[0], 1).map(attributeOf))
    return fieldBytes(resourceSpans, 2).flatMap((scope) =>
      fieldBytes(scope, 2).map((span) => ({
        traceId: hex(span, 1),
        spanId: hex(span, 2),
        parentId: hex(span, 4),
        name: textOf(span, 5),
        kind: Number(numberOf(span, 6) ?? 0),
        attributes: Object.fromEntries(fieldBytes(span, 9).map(attributeOf)),
        resource,
        isFailed: numberOf(fieldBytes(span, 15)[0], 3) === statusError,
      })),
    )
  })
}

function attributeOf(pair: Buffer): [string, unknown] {
  const field = fieldsOf(fieldBytes(pair, 2)[0])[0]
  if (!Buffer.isBuffer(field?.value)) return [textOf(pair, 1), field?.value]
  return [textOf(pair, 1), field.number === 4 ? field.value.readDoubleLE() : field.value.toString()]
}

/** Returns the bytes of each field that has this number. Varints and fields of four bytes aren't included. */
function fieldBytes(message: Buffer | undefined, number: number): Buffer[] {
  return fieldsOf(message).flatMap((field) =>
    field.number === number && Buffer.isBuffer(field.value) ? [field.value] : [],
  )
}

const hex = (message: Buffer, number: number) => fieldBytes(message, number)[0]?.toString('hex') ?? ''
const textOf = (message: Buffer, number: number) => fieldBytes(message, number)[0]?.toString() ?? ''
const numberOf = (message: Buffer | undefined, number: number) =>
  fieldsOf(message).find((field) => field.number === number)?.value

/**
 * The types of fields on the wire (protobuf.dev, “Encoding”). All other fields have the type 2 and begin with their
 * length.
 */
const wireTypes = { varint: 0, eightBytes: 1, fourBytes: 5 }

/** Returns the fields of a message in Protocol Buffers. Varints and fields of four bytes become numbers. */
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
    const wireType = tag & 7
    if (wireType === wireTypes.varint) fields.push({ number: tag >>> 3, value: varint() })
    else if (wireType === wireTypes.eightBytes) fields.push({ number: tag >>> 3, value: take(8) })
    else if (wireType === wireTypes.fourBytes) fields.push({ number: tag >>> 3, value: take(4).readUInt32LE() })
    else fields.push({ number: tag >>> 3, value: take(varint()) })
  }
  return fields
}
