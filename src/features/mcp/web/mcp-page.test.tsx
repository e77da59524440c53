import { afterAll, expect, it } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { setSiteFacts, siteFacts } from '#web/site-facts.ts'
import { McpPage } from './mcp-page.tsx'

const facts = siteFacts()
afterAll(() => setSiteFacts(facts))

function pageAt(origin: string | null): Promise<string> {
  setSiteFacts({ ...facts, origin })
  return renderPage(<McpPage siteName="Promptarium" />)
}

it('the page says what can reach the address, and highlights the copy button only if apps on the web can', async () => {
  const open = await pageAt('https://prompts.example.com')
  expect(open).toContain('btn-primary')
  expect(open).toContain('Apps on the web and other programs can use this address.')
  const closed = await pageAt('http://127.0.0.1:3000')
  expect(closed).not.toContain('btn-primary')
  expect(closed).toContain('Apps on the web can’t reach this address; programs on this computer can.')
  expect(await pageAt(null)).toContain('if it’s public and begins with https')
})
