import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { StartError } from '../start/start-error.ts'

/** Stands for the address of a request that has no connection, such as one that page rendering makes. */
export const inProcess = 'unknown'

/**
 * Returns the address at the other end of a request's connection. After a connection reset, Node no longer knows the
 * address, so this returns the same value for all such requests, and limits count them together.
 */
export function peerOf(incoming: { socket: { remoteAddress?: string } } | undefined): string {
  return incoming ? (incoming.socket.remoteAddress ?? 'disconnected') : inProcess
}

/** Whether a request has no connection: pages make such requests while they are rendered. */
export function isInProcess(c: Context): boolean {
  return (c.env as Partial<HttpBindings> | undefined)?.incoming === undefined
}

/**
 * Returns the client's address: the last entry of X-Forwarded-For that isn't a trusted proxy, or the first entry if all
 * are. Without the header, or if the peer isn't a trusted proxy, returns the peer's address. If an entry is invalid,
 * returns the proxy that sent it, because earlier entries can't be trusted.
 */
export function clientAddress(peer: string, forwardedFor: string | null, proxies: BlockList): string {
  const hops = (forwardedFor ?? '').split(',')
  let address = peer
  while (hops.length > 0 && isTrusted(address, proxies)) {
    const next = readHop(hops.pop() as string)
    if (next === null) break
    address = next
  }
  return address
}

/** Returns the address of the client that sent a request. */
export function clientOf(request: IncomingMessage, proxies: BlockList): string {
  const forwarded = request.headers['x-forwarded-for']
  return clientAddress(peerOf(request), forwarded ? String(forwarded) : null, proxies)
}

/**
 * Matches an entry of X-Forwarded-For: an address such as `192.0.2.1` or `2001:db8::1`, or an address with a port, as
 * some proxies write it: `[2001:db8::1]:4711`.
 */
const hopForm = /^(?:(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?|\[([^\]]+)\](?::\d{1,5})?|([^[\]]+))$/

/** Returns the address in an entry of X-Forwarded-For, without its port, or null if the entry is invalid. */
function readHop(hop: string): string | null {
  const [, v4, bracketed, bare] = hopForm.exec(hop.trim()) ?? []
  const address = (v4 ?? bracketed ?? bare ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/s, '')
  return isIP(address) ? address : null
}

export function isTrusted(address: string, proxies: BlockList): boolean {
  const family = isIP(address)
  return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Matches an address or a CIDR range. A number is required after the slash, because an empty one would count as 0. */
const rangeForm = /^([^/]+)(?:\/(\d{1,3}))?$/

/**
 * Parses TRUST_PROXY, a list of addresses and CIDR ranges separated by commas. Throws a StartError that names an
 * invalid entry.
 */
export function trustedProxies(setting: string): BlockList {
  const list = new BlockList()
  for (const entry of setting
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [, address = '', prefix] = rangeForm.exec(entry) ?? []
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const bitsMax = family === 'ipv6' ? 128 : 32
    const bits = Number(prefix ?? bitsMax)
    if (!isIP(address) || bits > bitsMax) {
      throw new StartError(
        `Invalid setting: TRUST_PROXY has “${entry}”, which is neither an address nor a range such as 10.0.0.0/8.`,
      )
    }
    list.addSubnet(address, bits, family)
  }
  return list
}
