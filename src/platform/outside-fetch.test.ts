import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchOutside, isPublicAddress } from './outside-fetch.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Starts a server on this machine, and returns its origin. */
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://localhost:${(server.address() as AddressInfo).port}`
}
const options = { bytesMax: 1_000, timeoutMs: 2_000, type: 'image/' }
const fetchHere = (address: string, more: Partial<typeof options> = {}) =>
  fetchOutside(address, { ...options, ...more, isAllowed: (ip) => ip === '127.0.0.1' })
const image = { 'content-type': 'image/png' }

describe('only public addresses are contacted', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::7f00:1',
    '64:ff9b::808:808',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001:db8::1',
    'no address',
  ])('not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111'])('but %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    'http://127.0.0.1:1/a.png',
    'http://2130706433/a.png',
    'http://0x7f.1/a.png',
    'http://[::1]/a.png',
    'http://[::ffff:127.0.0.1]/a.png',
    'http://localhost/a.png',
  ])('in no way of writing them: %s', async (address) => {
    await expect(fetchOutside(address, options)).rejects.toThrow('It is at a private address')
  })

  it('not even after a redirect', async () => {
    const origin = await serve((_, response) => response.writeHead(302, { location: 'http://10.0.0.1/a.png' }).end())
    await expect(fetchHere(`${origin}/a.png`)).rejects.toThrow('It is at a private address')
  })
})

describe('a file on the internet', () => {
  it('is read, after up to three redirects', async () => {
    const origin = await serve(({ url = '' }, response) => {
      const step = Number(url.slice(1))
      if (step > 0) response.writeHead(302, { location: `/${step - 1}` }).end()
      else response.writeHead(200, image).end('picture')
    })
    expect(String(await fetchHere(`${origin}/3`))).toBe('picture')
    await expect(fetchHere(`${origin}/4`)).rejects.toThrow('It is redirected more than 3 times.')
  })

  it('is refused if it is too large, whatever its length is said to be', async () => {
    let isCut = false
    const origin = await serve((request, response) => {
      response.writeHead(200, image)
      const timer = setInterval(() => response.write(Buffer.alloc(500)), 1)
      request.on('close', () => {
        clearInterval(timer)
        isCut = true
      })
    })
    await expect(fetchHere(origin)).rejects.toThrow('It is larger than 0.001 MB.')
    await expect.poll(() => isCut).toBe(true)
  })

  it('is refused if it has another type, another status, or never ends', async () => {
    const origin = await serve(({ url }, response) => {
      if (url === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
      else if (url === '/slow') response.writeHead(200, image).write('a')
      else if (url === '/silent') return
      else response.writeHead(404).end()
    })
    await expect(fetchHere(`${origin}/page`)).rejects.toThrow('Its server says that it is text/html.')
    await expect(fetchHere(`${origin}/none`)).rejects.toThrow('returned 404.')
    await expect(fetchHere(`${origin}/slow`, { timeoutMs: 200 })).rejects.toThrow('It couldn’t be read to its end.')
    await expect(fetchHere(`${origin}/silent`, { timeoutMs: 200 })).rejects.toThrow('takes too long')
    await expect(fetchHere('http://localhost:1/')).rejects.toThrow('localhost:1 can’t be reached.')
  })

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'data:image/png;base64,AA', 'no address'])(
    'can’t be at %s',
    async (address) => {
      await expect(fetchHere(address)).rejects.toThrow('It isn’t an address that begins with https://')
    },
  )

  it('can’t need a password', async () => {
    await expect(fetchHere('https://ada:secret@example.com/a.png')).rejects.toThrow('It isn’t an address')
  })
})
