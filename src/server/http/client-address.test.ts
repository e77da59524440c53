import { describe, expect, it } from 'vitest'
import { clientAddress, trustedProxies } from './client-address.ts'

describe('the address of a client', () => {
  const noProxies = trustedProxies('')
  const proxies = trustedProxies('10.0.0.0/8, 192.0.2.7, fd00::/8')

  it.each([
    ['203.0.113.5', '198.51.100.1', noProxies, '203.0.113.5'],
    ['10.0.0.1', '198.51.100.1', proxies, '198.51.100.1'],
    ['10.0.0.1', 'spoofed, 198.51.100.1, 192.0.2.7', proxies, '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1:50123', proxies, '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1, 192.0.2.7:443', proxies, '198.51.100.1'],
    ['10.0.0.1', '[2001:db8::1]', proxies, '2001:db8::1'],
    ['10.0.0.1', '[2001:db8::1]:50123', proxies, '2001:db8::1'],
    ['10.0.0.1', '2001:db8::1, [fd00::7]:443', proxies, '2001:db8::1'],
    ['10.0.0.1', '::ffff:198.51.100.1', proxies, '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1, ::ffff:10.0.0.2', proxies, '198.51.100.1'],
    ['::ffff:10.0.0.1', 'fe80::1%eth0', proxies, 'fe80::1'],
    ['203.0.113.5', '198.51.100.1', proxies, '203.0.113.5'],
    ['10.0.0.1', null, proxies, '10.0.0.1'],
    ['fd00::1', '2001:db8::1', proxies, '2001:db8::1'],
    ['10.0.0.1', '10.0.0.2', proxies, '10.0.0.2'],
  ] as const)('if the peer is %s and X-Forwarded-For is %s', (peer, forwarded, trusted, expected) => {
    expect(clientAddress(peer, forwarded, trusted)).toBe(expected)
  })

  describe('is that of the proxy that forwarded an invalid entry', () => {
    it.each([
      'unknown',
      '_hidden',
      'unix:',
      '',
      ' , ',
      '198.51.100.1.5',
      '198.51.100.1:port',
      '[2001:db8::1',
      '010.0.0.1',
    ])('such as “%s”', (garbage) => {
      expect(clientAddress('10.0.0.1', garbage, proxies)).toBe('10.0.0.1')
      expect(clientAddress('10.0.0.1', `203.0.113.9, ${garbage}`, proxies)).toBe('10.0.0.1')
      expect(clientAddress('10.0.0.1', `203.0.113.9, ${garbage}, 192.0.2.7`, proxies)).toBe('192.0.2.7')
    })
  })
})

it('an IPv6 address without a prefix in TRUST_PROXY is one address', () => {
  const proxies = trustedProxies('2001:db8::7')
  expect(clientAddress('2001:db8::7', '198.51.100.1', proxies)).toBe('198.51.100.1')
  expect(clientAddress('2001:db8::8', '198.51.100.1', proxies)).toBe('2001:db8::8')
})

it.each([
  'proxy',
  '10.0.0.0/33',
  '10.0.0.0/x',
  '1.2.3',
  '10.0.0.0/',
  'fd00::/',
  '10.0.0.0/8/9',
  '10.0.0.0/0x8',
  'fd00::/129',
])('TRUST_PROXY=%s is refused', (setting) => {
  expect(() => trustedProxies(setting)).toThrow('TRUST_PROXY')
})
