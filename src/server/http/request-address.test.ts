import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createListeningSite } from '#test/listening-site.ts'
import { signUp } from '#test/sign-up.ts'
import { isPlainHost, readAddress } from './request-address.ts'

/** Targets that a gate, a router and a cache could each read differently, beginning with a path that leads elsewhere. */
const ambiguous = [
  ...[
    '/api/../mcp',
    '/api/./../mcp',
    '/api/%2e%2e/mcp',
    '/api/.%2E/mcp',
    '/api/%2E./mcp',
    '/prompts/..',
    '/./mcp',
    '/.',
  ],
  ...[
    '/api%2f..%2fmcp',
    '/api%2Fprompts',
    '/mcp%2f',
    '/api%5c..%5cmcp',
    '/api\\..\\mcp',
    '/api/..\\mcp',
    '\\mcp',
    '/\\mcp',
  ],
  ...['//mcp', '/api//prompts', '/mcp//', '//other.example/mcp', '/api/prompts//'],
  ...[
    '/mcp%00',
    '/mcp%0a',
    '/mcp%09',
    '/mcp%7f',
    '/mcp%c2%80',
    '/m\tcp',
    '/mcp\x7f',
    '/prompts\xff',
    '/prompts?q=\xff',
  ],
  ...['/prompts%', '/prompts%f', '/prompts%zz', '/prompts%ff', '/prompts%c3', '/author/%ed%a0%80'],
  ...[
    'http://other.example/mcp',
    'http://site.test/prompts',
    'https://site.test',
    'mcp',
    '*',
    '?q',
    '#',
    '/mcp#x',
    '/prompts?a#b',
  ],
  ...['/author/..%2fmcp', '/author/%2e%2e%2fmcp', '/author/a%2F..', '/author/%5c'],
]

/** Hosts with which the app could build a URL with another path. The last one has as many letters as its name in ASCII. */
const crookedHosts = [
  'site.test/mcp',
  'a@site.test',
  'site.test?',
  'site.test#',
  'a b',
  'site.test\\mcp',
  '\xfc/mcp?a',
  '[::1',
  ':80',
]

describe('readAddress', () => {
  it.each(ambiguous)('refuses %j', (target) => expect(readAddress(target)).toBeNull())

  it.each([
    ['/', '/'],
    ['/prompts?q=a%2fb&x=%zz', '/prompts?q=a%2fb&x=%zz'],
    ['/%61pi/%70rompts', '/api/prompts'],
    ['/%6dcp', '/mcp'],
    ['/prompt/a%2Db%5F%7e', '/prompt/a-b_~'],
    ['/author/J%c3%bcrgen%20O%27Neil', '/author/J%C3%BCrgen%20O%27Neil'],
    ['/author/AC%2fDC', '/author/AC%2FDC'],
    ['/prompt/%252e%252e', '/prompt/%252e%252e'],
    ['/prompt/"', '/prompt/%22'],
    ['/prompt/...', '/prompt/...'],
    ['/.well-known/x', '/.well-known/x'],
  ])('reads %s as %s', (target, url) => {
    const address = readAddress(target)
    expect(address?.url).toBe(url)
    // Reading an address again, or as a URL, changes nothing.
    expect(readAddress(url)).toEqual(address)
    const { pathname, search } = new URL(url, 'http://site.test')
    expect(pathname + search).toBe(url)
  })
})

describe('isPlainHost', () => {
  it.each(crookedHosts)('refuses %j', (host) => expect(isPlainHost(host)).toBe(false))
  it.each(['site.test', 'localhost:3000', '127.0.0.1:80', '[::1]:3000', 'xn--tda.test', 'my_site'])(
    'accepts %s',
    (host) => expect(isPlainHost(host)).toBe(true),
  )
})

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

describe.each([false, true])('a site that is for members only: %s', (isClosed) => {
  let site: Awaited<ReturnType<typeof createListeningSite>>
  let token: string
  beforeAll(async () => {
    site = await createListeningSite({ isClosed })
    await site.testSite.addPrompt({ title: 'A secret title' })
    const { cookie } = await signUp(site.testSite, 'Eve')
    const json = { name: 'My script', scopes: ['write'] }
    token = (await site.testSite.request('/api/user/tokens', { method: 'POST', json, headers: { cookie } })).body.token
  })
  afterAll(() => site.close())

  const send = (requestLine: string, host = 'site.test') => {
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_prompts","arguments":{"query":"secret"}}}'
    const headers = [
      `Host: ${host}`,
      `Authorization: Bearer ${token}`,
      'Accept: application/json, text/event-stream',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ]
    return site.sendRaw(`${requestLine} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
  }

  it('refuses a request with an ambiguous address, whatever its method', async () => {
    for (const method of methods)
      for (const target of ambiguous) {
        const response = await send(`${method} ${target}`)
        expect(response, `${method} ${target}`).toMatch(/^HTTP\/1\.1 400 /)
        expect(response).not.toMatch(/secret/i)
      }
  })

  it('refuses it in the contract’s shape of errors, except for pages', async () => {
    for (const target of ['GET /api/../prompts', 'GET /mcp/..', 'POST /prompts/..'])
      expect(await send(target)).toMatch(/"code":"validation_failed","requestId":"[\w-]{36}"\}/)
    expect(await send('GET /prompts/..')).toMatch(/Content-Type: text\/plain.*This address can’t be read/s)
  })

  it.each(crookedHosts)('refuses the Host %j', async (host) => {
    for (const target of ['POST /api/login', 'GET /robots.txt', 'GET /prompts'])
      expect(await send(target, host)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('reads escaped letters as letters, before it decides', async () => {
    const status = async (target: string) => /^HTTP\/1\.1 (\d+)/.exec(await send(target))?.[1]
    expect(await status('POST /%6dcp')).toBe(isClosed ? '401' : '200')
    expect(await status('POST /%6dcp')).toBe(await status('POST /mcp'))
    expect(await status('GET /%61pi/prompts')).toBe(await status('GET /api/prompts'))
    expect(await status('GET /%61uth')).toBe('200')
  })
})
