import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ipPrefix } from './ip-prefix.ts'
import { networkOf } from './limits.ts'

describe('the network', () => {
  it.each([
    ['192.0.2.77', '192.0.2.77'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:192.0.2.77', '192.0.2.77'],
    ['::ffff:c000:24d', '192.0.2.77'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s for limits', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ])('of %s is %s in the audit log', (address, network) => {
    expect(ipPrefix(address, 24, 48)).toBe(network)
  })

  it('of an IPv6 address depends neither on the second half of the address nor on its notation', () => {
    // Zeros are frequent because IPv6 addresses abbreviate runs of them.
    const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }))
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        fc.pre(!(groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff))
        const text = groups.map((group) => group.toString(16))
        const long = groups.map((group) => group.toString(16).padStart(4, '0').toUpperCase())
        const neighbor = [...text.slice(0, 4), 'a', 'b', 'c', 'd'].join(':')
        expect(networkOf(long.join(':'))).toBe(networkOf(text.join(':')))
        expect(networkOf(neighbor)).toBe(networkOf(text.join(':')))
      }),
    )
  })
})
