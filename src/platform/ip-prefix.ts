import { isIP } from 'node:net'

/**
 * The network of an IP address: the first `bits4` bits (8, 16, 24 or 32) of an IPv4 address, the first `bits6` bits (a
 * multiple of 16) of an IPv6 address. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) counts as IPv4. Returns other
 * texts unchanged.
 */
export function ipPrefix(address: string, bits4: number, bits6: number): string {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*/s, '')
  const family = isIP(plain)
  if (family === 0) return address
  if (family === 4) return prefixOf4(plain.split('.').map(Number), bits4)
  const groups = groupsOf(plain)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return prefixOf4([high >> 8, high & 255, low >> 8, low & 255], bits4)
  const network = groups.slice(0, bits6 / 16).map((group) => group.toString(16))
  return `${network.join(':')}::/${bits6}`
}

/** The network of an address as it is stored in records and logs: a /24 of IPv4, a /48 of IPv6. */
export function recordedNetwork(address: string): string {
  return ipPrefix(address, 24, 48)
}

function prefixOf4(bytes: number[], bits: number): string {
  if (bits === 32) return bytes.join('.')
  const network = bytes.map((byte, index) => (index < bits / 8 ? byte : 0))
  return `${network.join('.')}/${bits}`
}

/** The eight groups of an IPv6 address. URL converts every notation to the same one. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const read = (part: string) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [])
  if (tail === undefined) return read(head)
  const [start, end] = [read(head), read(tail)]
  return [...start, ...Array<number>(8 - start.length - end.length).fill(0), ...end]
}
