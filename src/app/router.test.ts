import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { setApiTransport } from '#client/api-transport.ts'
import { getRouter } from './router.tsx'

setApiTransport(() => Promise.reject(new Error('This test sends no requests.')))

/** Creates a router that has opened an address, such as one that somebody typed. */
function openAt(address: string) {
  const router = getRouter()
  router.update({ history: createMemoryHistory({ initialEntries: [address] }), isServer: true } as never)
  router.updateLatestLocation()
  return router
}
const searchAt = (address: string) => openAt(address).matchRoutes(openAt(address).latestLocation).at(-1)?.search

it.each(['"cover letter"', '2024', '1e3', '1.0', '007', '12345678901234567890', 'null', 'true', '[]', '{"a":1}', ' x'])(
  'a search for %s stays the same in a plain URL and in the router’s own',
  (q) => {
    const plain = `/search?${new URLSearchParams({ q })}`
    expect(searchAt(plain)).toMatchObject({ q })
    const { href } = openAt('/').buildLocation({ to: '/search', search: { q } })
    expect(href).toBe(plain)
  },
)

it('marks in a URL that are true or false are read', () => {
  expect(searchAt('/prompts?pick=true&view=table')).toMatchObject({ pick: true, view: 'table' })
  expect(searchAt('/suggested-edits?decided=true')).toMatchObject({ decided: true })
})
