import { expect, it, vi } from 'vitest'
import { pageState, restoreState } from './page-state.ts'
import { createQueryClient } from './query-client.ts'
import { setSiteFacts, siteFacts } from './site-facts.ts'

it('the browser starts with the data that the server loaded, and knows how old it is', async () => {
  const server = createQueryClient()
  setSiteFacts({ name: 'A site', origin: null, contact: null })
  server.setQueryData(['/api/home'], { title: '</script>’' }, { updatedAt: 1_000 })
  server.setQueryData(['/api/prompts/{id}', { id: 'a' }], [], { updatedAt: 2_000 })
  await server.query({ queryKey: ['/api/tools'], queryFn: () => Promise.reject(new Error('failed')) }).catch(() => null)
  const text = JSON.stringify(pageState(server)).replaceAll('<', '\\u003c')
  expect(text).not.toContain('<')
  setSiteFacts({ name: 'Other', origin: null, contact: null })

  vi.stubGlobal('document', { getElementById: (id: string) => (id === 'state' ? { textContent: text } : null) })
  const browser = createQueryClient()
  restoreState(browser)
  vi.unstubAllGlobals()
  expect(browser.getQueryData(['/api/home'])).toEqual({ title: '</script>’' })
  expect(browser.getQueryState(['/api/prompts/{id}', { id: 'a' }])).toMatchObject({ data: [], dataUpdatedAt: 2_000 })
  expect(browser.getQueryState(['/api/tools'])).toBeUndefined()
  expect(siteFacts().name).toBe('A site')
})
