import { lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { parseWebAddress } from '#lib/web-address.ts'
import { cutText } from '#lib/well-formed.ts'

/** Why an address on the internet couldn't be read, as a sentence. */
export class OutsideError extends Error {
  override name = 'OutsideError'
}

type Options = {
  /** The largest body that is read, in bytes. */
  bytesMax: number
  /** How long reading may take in total, in ms. */
  timeoutMs: number
  /** What the media type of the response must begin with, such as `image/`. */
  type: string
  /** Tells whether an IP address may be contacted. Only tests, which need a server of their own, pass another one. */
  isAllowed?: (address: string) => boolean
}

const redirectsMax = 3

/**
 * Reads a file from an address on the internet. Contacts public IP addresses only, also after a redirect, whatever a
 * name resolves to. Throws OutsideError, after reading at most `bytesMax` bytes.
 */
export async function fetchOutside(address: string, options: Options): Promise<Buffer> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  let url = parseAddress(address)
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const headers = { 'user-agent': 'Promptarium', accept: `${options.type}*` }
    const response = await request(url, { ...options, headers, signal })
    const { statusCode = 0 } = response
    const { location } = response.headers
    if (statusCode >= 300 && statusCode < 400 && location) {
      response.destroy()
      url = parseAddress(location, url)
      continue
    }
    if (statusCode !== 200) {
      response.destroy()
      throw new OutsideError(`The server at ${url.host} returned ${statusCode}.`)
    }
    return readBody(response, options)
  }
  throw new OutsideError(`It is redirected more than ${redirectsMax} times.`)
}

export type OutsideResponse = { status: number; location: string | null; text: string }

/**
 * Requests an address on the internet, without following a redirect, and reads the start of its body, up to `bytesMax`
 * bytes. Contacts public IP addresses only. Throws OutsideError, with a cause if the connection failed.
 */
export async function requestOutside(
  address: string,
  { timeoutMs, bytesMax = 0, ...rest }: Omit<RequestOptions, 'signal'> & { timeoutMs: number; bytesMax?: number },
): Promise<OutsideResponse> {
  const url = parseAddress(address)
  const response = await request(url, { ...rest, signal: AbortSignal.timeout(timeoutMs) })
  try {
    const parts: Buffer[] = []
    let bytes = 0
    if (bytesMax > 0)
      for await (const part of response as AsyncIterable<Buffer>) {
        parts.push(part)
        bytes += part.length
        if (bytes >= bytesMax) break
      }
    const text = Buffer.concat(parts).subarray(0, bytesMax).toString()
    return { status: response.statusCode ?? 0, location: response.headers.location ?? null, text }
  } catch (cause) {
    throw unreachable(url, cause as Error)
  } finally {
    response.destroy()
  }
}

function parseAddress(text: string, base?: URL): URL {
  const url = parseWebAddress(base ? (URL.parse(text, base.href)?.href ?? '') : text)
  if (!url) throw new OutsideError('It isn’t an address that begins with https:// or http://.')
  return url
}

type RequestOptions = Pick<Options, 'isAllowed'> & {
  method?: 'GET' | 'HEAD' | 'POST'
  /** What a POST sends. */
  body?: string
  headers: Record<string, string>
  signal: AbortSignal
}

function request(url: URL, { isAllowed = isPublicAddress, method = 'GET', headers, signal, body }: RequestOptions) {
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  // Node looks up names only, not IP addresses.
  if (isIP(literal) !== 0 && !isAllowed(literal)) throw privateError()
  const checkedLookup: LookupFunction = (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      const allowed = error ? [] : found.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (error || !first) return done(error ?? privateError(), '', 0)
      if (options.all) done(null, allowed)
      else done(null, first.address, first.family)
    })
  }
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise<IncomingMessage>((resolve, reject) => {
    send(url, { method, lookup: checkedLookup, signal, headers, agent: false }, resolve)
      .on('error', (cause) => reject(cause instanceof OutsideError ? cause : unreachable(url, cause)))
      .end(body)
  })
}

async function readBody(response: IncomingMessage, { bytesMax, type }: Options): Promise<Buffer> {
  const stated = String(response.headers['content-type'] ?? 'of no type')
  const parts: Buffer[] = []
  let bytes = 0
  try {
    if (!stated.startsWith(type)) throw new OutsideError(`Its server says that it is ${cutText(stated, 80)}.`)
    for await (const part of response) {
      bytes += part.length
      if (bytes > bytesMax) throw new OutsideError(`It is larger than ${bytesMax / 1e6} MB.`)
      parts.push(part)
    }
  } catch (error) {
    throw error instanceof OutsideError ? error : new OutsideError('It couldn’t be read to its end.', { cause: error })
  } finally {
    response.destroy()
  }
  return Buffer.concat(parts)
}

function privateError(): OutsideError {
  return new OutsideError('It is at a private address, which isn’t contacted.')
}

function unreachable({ host }: URL, cause: Error): OutsideError {
  return new OutsideError(
    cause.name === 'AbortError' || cause.name === 'TimeoutError'
      ? `${host} takes too long to respond.`
      : `${host} can’t be reached.`,
    { cause },
  )
}

/** Addresses that aren't on the public internet: IANA's special-purpose registries (RFC 6890), and multicast. */
const special = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, prefix, 'ipv4')

/** The part of IPv6 that is assigned for the public internet (RFC 4291). */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
/** Special networks in it: Teredo and others, documentation, 6to4, which contains IPv4 addresses, and AS112. */
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, prefix, 'ipv6')

/** Tells whether an IP address is on the public internet. An IPv4 address inside an IPv6 address never is. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4')
  return isIP(address) === 6 && global6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
