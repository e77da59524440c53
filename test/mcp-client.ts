import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { storeToken } from '#features/tokens/server/create-token.ts'
import type { TokenScope } from '#lib/http-contract.ts'
import { inTransaction } from '#platform/database/db.ts'
import { memberOf, type TestSite } from './test-site.ts'

/** The version of the Model Context Protocol: the current one, or that of 2025 with its handshake. */
export type Revision = 'current' | 'previous'

type Options = {
  revision?: Revision
  token?: string
  cookie?: string
  path?: string
  fill?: Record<string, string | number | boolean> | 'declined'
}

/**
 * Connects the official client to the app of a test site. `path`: the endpoint of a collection, instead of /mcp. `fill`:
 * the values that the user enters in the server's form, or `declined`. Without `fill`, the client doesn't support
 * forms. Close the client when done.
 */
export async function connectClient(
  testSite: TestSite,
  { revision = 'current', token, cookie, path = '/mcp', fill }: Options = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: fill ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: revision === 'current' ? { pin: '2026-07-28' } : 'legacy' },
    },
  )
  if (fill)
    client.setRequestHandler('elicitation/create', async () =>
      fill === 'declined' ? { action: 'decline' } : { action: 'accept', content: fill },
    )
  const send = async (url: string | URL, init?: RequestInit) => testSite.app.request(String(url), init)
  await client.connect(
    new StreamableHTTPClientTransport(new URL(path, 'http://localhost'), {
      fetch: send,
      requestInit: { headers: { ...(token && { authorization: `Bearer ${token}` }), ...(cookie && { cookie }) } },
    }),
  )
  return client
}

/** Creates an API token for a user. `dailyCredits`: how many credits it may spend a day. */
export function makeToken(testSite: TestSite, userId: string, scopes: TokenScope[], dailyCredits = 30) {
  const draft = { name: 'Test', scopes, expiresInDays: 90, dailyCredits }
  return inTransaction(testSite.db, (tx) => storeToken(tx, memberOf(userId), { userId, draft, now: testSite.now() }))
}
