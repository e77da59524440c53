import { afterAll, expect, it } from 'vitest'
import { setSiteFacts, siteFacts } from '#client/site-facts.ts'
import { renderPage } from '#test/render-page.tsx'
import { McpPage } from './mcp-page.tsx'

const facts = siteFacts()
afterAll(() => setSiteFacts(facts))

function pageAt(origin: string | null, { isClosed = false } = {}): Promise<string> {
  setSiteFacts({ ...facts, origin })
  return renderPage(<McpPage siteName="Promptarium" isClosed={isClosed} />)
}

it('the page says what can reach the address, and highlights the copy button only if apps on the web can', async () => {
  const publicPage = await pageAt('https://prompts.example.com')
  expect(publicPage).toContain('btn-primary')
  expect(publicPage).toContain('Apps on the web and other programs can use this address.')
  const localPage = await pageAt('http://127.0.0.1:3000')
  expect(localPage).not.toContain('btn-primary')
  expect(localPage).toContain('Apps on the web can’t reach this address; programs on this computer can.')
  expect(await pageAt(null)).toContain('if it’s public and begins with https')
})

it('apps that can’t reach the address get no link', async () => {
  expect(await pageAt('https://prompts.example.com')).toContain('<a href="https://claude.ai/customize/connectors?')
  const localPage = await pageAt('http://127.0.0.1:3000')
  expect(localPage).not.toContain('https://claude.ai/')
  expect(localPage).toMatch(/<button[^>]+aria-disabled="true"[^>]*>Add to Claude</)
  expect(localPage).toContain('Claude needs a public address that begins with https.')
  expect(localPage).not.toContain('Cursor needs a public address')
  expect(localPage).toContain('<a href="vscode:mcp/install?')
})

it('a site for members offers only the address at which members sign in', async () => {
  const page = await pageAt('https://prompts.example.com', { isClosed: true })
  expect(page.replaceAll(/<[^>]+>/g, '')).toContain('https://prompts.example.com/mcp/me')
  expect(page).toContain('<b>OAuth</b>')
  expect(page).not.toContain('Public prompts')
  expect(page).not.toContain('No account needed')
})
