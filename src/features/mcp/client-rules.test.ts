import { expect, it } from 'vitest'
import { appLinks, clientSetups, reachOf } from './client-rules.ts'

// The reach is what can connect: `web` is apps on the web and programs, `programs` is only programs, and `computer` is
// only programs on the computer that runs the site.
it.each([
  ['https://prompts.example.com/mcp', 'web'],
  ['https://203.0.113.7/mcp', 'web'],
  ['http://prompts.example.com/mcp', 'programs'],
  ['https://192.168.1.20/mcp', 'programs'],
  ['https://172.20.0.3:8443/mcp', 'programs'],
  ['https://[fd00::1]/mcp', 'programs'],
  ['https://nas.local/mcp', 'programs'],
  ['https://nas/mcp', 'programs'],
  ['http://127.0.0.1:3000/mcp', 'computer'],
  ['https://localhost/mcp', 'computer'],
  ['http://[::1]:3000/mcp', 'computer'],
  ['/mcp', 'unknown'],
])('%s has the reach “%s”', (address, reach) => expect(reachOf(address)).toBe(reach))

it('the links contain the name and the address, encoded as each app decodes them', () => {
  const server = { title: 'Tips & more', address: 'https://prompts.example.com/mcp/c/tips-and-more' }
  const [claude, , code, cursor] = appLinks(server).map(({ link }) => new URL(link))
  expect(claude?.searchParams.get('connectorName')).toBe(server.title)
  expect(claude?.searchParams.get('connectorUrl')).toBe(server.address)
  expect(JSON.parse(decodeURIComponent(code?.search.slice(1) ?? ''))).toEqual({
    name: 'tips-and-more',
    type: 'http',
    url: server.address,
  })
  expect(cursor?.searchParams.get('name')).toBe('tips-and-more')
  expect(JSON.parse(atob(cursor?.searchParams.get('config') ?? ''))).toEqual({ url: server.address })
})

it.each([
  ['a title that is cut at a hyphen', `${'a'.repeat(31)} title`, /^a{31}$/],
  ['a title without Latin letters', 'Подсказки', /^prompts$/],
])('%s becomes a name that clients accept', (_, title, name) => {
  const [setup] = clientSetups({ title, address: 'https://prompts.example.com/mcp' })
  expect(setup?.command?.split(' ')[5]).toMatch(name)
})
