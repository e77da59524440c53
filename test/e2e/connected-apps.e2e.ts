import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext, Page } from '@playwright/test'
import { fillLogin, signUp } from './members.ts'
import { expect, expectFitsAndIsAccessible, test } from './story.ts'

type App = { name: string; request: APIRequestContext }

test('a visitor is asked to sign in to connect an app, and comes back to its request', async ({
  page: own,
  browser,
  request,
}) => {
  const member = await signUp(own)
  const page = await (await browser.newContext()).newPage()
  const redirect = 'http://127.0.0.1:9/callback'
  const data = { client_name: 'Night editor', redirect_uris: [redirect] }
  const { client_id } = await (await request.post('/oauth/reg', { data })).json()
  const code = { response_type: 'code', code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
  await page.goto(`/oauth/auth?${new URLSearchParams({ ...code, client_id, redirect_uri: redirect })}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to connect an app')
  await fillLogin(page, member)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Connect Night editor to /)
})

/** Connects an app on this computer, for which the member presses Allow. Returns the app's token. */
async function connect(page: Page, { name, request }: App): Promise<string> {
  // Browsers don't let tests intercept redirects, so the app listens.
  const listener = createServer((_, response) => response.end('Back in the app'))
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready))
  const redirect = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`
  const registration = { client_name: name, redirect_uris: [redirect] }
  const { client_id } = await (await request.post('/oauth/reg', { data: registration })).json()
  const { resource } = await (await request.get('/.well-known/oauth-protected-resource/mcp/me')).json()
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: redirect,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource,
    scope: 'read write',
  })
  await page.goto(`/oauth/auth?${query}`)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${redirect}?**`)
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  listener.close()
  const form = { grant_type: 'authorization_code', client_id, code, redirect_uri: redirect, code_verifier: verifier }
  return (await (await request.post('/oauth/token', { form: { ...form, resource } })).json()).access_token
}

test('a member connects an app, sees in the settings what it may do, and removes it', async ({
  page,
  playwright,
  baseURL,
}) => {
  await signUp(page)
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Connected apps' })
  await expect(section.getByText('You haven’t connected an app yet.')).toBeVisible()
  await section.getByText('Add to an AI app').click()
  await expect(section.getByRole('figure', { name: 'Server address' })).toContainText('/mcp/me')
  await section.getByRole('link', { name: 'Steps for each app' }).click()
  await expect(page.getByRole('button', { name: 'Your prompts, too' })).toHaveAttribute('aria-pressed', 'true')

  const request = await playwright.request.newContext({ baseURL })
  const token = await connect(page, { name: 'Night editor', request })
  const statusOfApp = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const data = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    return (await request.post('/mcp/me', { headers, data })).status()
  }
  expect(await statusOfApp()).toBe(200)

  await page.goto('/settings')
  const row = section.getByRole('listitem')
  await expect(row).toHaveCount(1)
  for (const text of ['Night editor', 'A program on a computer', /It can read .+; save prompts/, /last used/])
    await expect(row).toContainText(text)
  await section.getByText('Add to an AI app').click()
  await expectFitsAndIsAccessible(page)
  await section.getByRole('button', { name: 'Remove Night editor' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'App removed' })).toBeVisible()
  await expect(section.getByRole('heading', { name: 'Connected apps' })).toBeFocused()
  expect(await statusOfApp()).toBe(401)
  await request.dispose()
})
