import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setBanned } from '#features/accounts/server/change-account-status.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { makeToken } from '#test/mcp-client.ts'
import {
  answerRequest,
  connectApp,
  createBrowser,
  createOauthApp,
  locationOf,
  type ReachedSite,
} from '#test/oauth-app.ts'
import { type AppShape, appShapes } from '#test/oauth-clients.ts'
import { type OauthSite, startOauthSite } from '#test/oauth-site.ts'
import { endGrantsOf } from './end-grants.ts'
import { listApps } from './grant-queries.ts'

let site: OauthSite
beforeAll(async () => {
  site = await startOauthSite()
})
afterAll(() => site.close())

const [claude] = appShapes as [AppShape]
const document = 'https://prompts.example/.well-known/oauth-protected-resource/mcp/me'

describe.each(appShapes)('an app like $name', (shape) => {
  it('connects, lists, gets, saves and drafts until the member ends it', async () => {
    const { testSite } = site
    const { id, cookie } = await site.addMember(`with-${shape.name.replace(/\W/g, '')}`)
    const title = `For ${shape.name}`
    const { slug } = await testSite.addPrompt({ title })
    const app = createOauthApp(shape)
    const { client, page, call } = await connectApp(site, app, { cookie })
    expect(page).toContain(shape.name)

    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('save_prompt')
    expect((await client.listPrompts()).prompts).toEqual([])
    expect((await client.getPrompt({ name: slug })).description).toContain(title)
    expect(app.tokens.scope).toBe('read')
    expect((await call('save_prompt', { name: slug })).isError).toBeFalsy()
    expect(app.tokens.scope).toBe('read write')
    const draft = { title: 'From an app', description: '', content: 'Write {{it}}.', category: 'general', tags: [] }
    expect(await call('create_prompt', draft)).toMatchObject({ structuredContent: { status: 'draft' } })
    const listed = await call('list_my_prompts', {})
    expect(listed.structuredContent).toMatchObject({ prompts: [{ title: 'From an app' }, { title }] })

    const [grant] = await listApps(testSite.db, id, testSite.now())
    const hosts = shape.document ? [new URL(shape.document.client_id).host] : expect.any(Array)
    expect(grant).toMatchObject({ name: shape.name, hosts, scopes: ['read', 'write'], lastUsedOn: expect.any(String) })
    await inTransaction(testSite.db, (tx) => endGrantsOf(tx, id))
    const refused = await site.call(app.tokens.access_token)
    const challenge = `Bearer resource_metadata="${document}", scope="read", error="invalid_token"`
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, challenge])
  })
})

describe('the member’s endpoint', () => {
  it('leads a client without a token to the authorization server, whose issuer is the address at which it is found', async () => {
    const refused = await site.call(null)
    const challenge = `Bearer resource_metadata="${document}", scope="read"`
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, challenge])
    const resource = await (await site.fetch(document)).json()
    expect(resource).toMatchObject({ resource: 'https://prompts.example/mcp/me', scopes_supported: ['read', 'write'] })
    const [issuer] = resource.authorization_servers
    const found = await site.fetch('https://prompts.example/.well-known/oauth-authorization-server/oauth')
    expect(await found.json()).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    })
    const openId = await site.fetch(`${issuer}/.well-known/openid-configuration`)
    expect(await openId.json()).toMatchObject({ issuer, registration_endpoint: `${issuer}/reg` })
  })

  it('takes API tokens too, and a writing tool needs the scope “write”', async () => {
    const { id } = await site.addMember('with-token')
    const { token } = await makeToken(site.testSite, id, ['read'])
    expect((await site.call(token)).status).toBe(200)
    const save = { method: 'tools/call', params: { name: 'save_prompt', arguments: { name: 'any' } } }
    const refused = await site.call(token, '/mcp/me', save)
    expect(refused.status).toBe(403)
    const challenge = `Bearer resource_metadata="${document}", error="insufficient_scope", scope="read write"`
    expect(refused.headers.get('www-authenticate')).toBe(challenge)
  })

  it('lists what the member follows after what they saved', async () => {
    const { testSite } = site
    const { cookie } = await site.addMember('follower')
    const author = await site.addMember('followed')
    await testSite.addPrompt({ userId: author.id, title: 'By the author' })
    const saved = await testSite.addPrompt({ title: 'Saved' })
    // The test site sends requests in its own name, not through the proxy.
    const headers = { cookie }
    await testSite.request('/api/user/follows/person/followed', { method: 'PUT', headers })
    await testSite.request('/api/favorites', { method: 'POST', headers, json: { promptId: saved.id } })
    const { client } = await connectApp(site, createOauthApp(claude), { cookie })
    expect((await client.listPrompts()).prompts.map(({ title }) => title)).toEqual(['Saved', 'By the author'])
  })
})

describe('the open endpoint of an open site', () => {
  it('needs no token and doesn’t say that there are any', async () => {
    expect((await site.call(null, '/mcp')).status).toBe(200)
    const refused = await site.call('x', '/mcp')
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
    for (const path of ['oauth-protected-resource', 'oauth-protected-resource/mcp', 'oauth-authorization-server'])
      expect((await site.fetch(`https://prompts.example/.well-known/${path}`)).status, path).toBe(404)
  })
})

describe('access ends', () => {
  const connected = async (username: string) => {
    const member = await site.addMember(username)
    const { body } = await site.token(await site.codeFor(member.cookie))
    expect((await site.call(body.access_token)).status).toBe(200)
    return { ...member, tokens: body as { access_token: string; refresh_token: string } }
  }
  const refresh = async (refresh_token: string) =>
    site.token({ grant_type: 'refresh_token', client_id: await site.client(), refresh_token })

  it('with a ban, and doesn’t begin again after it', async () => {
    const { id, tokens } = await connected('banned')
    for (const banned of [true, false]) {
      const actor = { kind: 'system', name: 'test' } as const
      await inTransaction(site.testSite.db, (tx) => setBanned(tx, hooks, actor, { userId: id, banned }))
      expect((await site.call(tokens.access_token)).status).toBe(401)
      expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    }
  })

  it('when the token has expired, but the refresh token gets another one', async () => {
    const { id, tokens } = await connected('expired')
    const past = new Date(Date.now() - 1)
    const { db } = site.testSite
    await db
      .updateTable('oauthTokens')
      .set({ expiresAt: past })
      .where('userId', '=', id)
      .where('kind', '=', 'access')
      .execute()
    expect((await site.call(tokens.access_token)).status).toBe(401)
    const { body } = await refresh(tokens.refresh_token)
    expect((await site.call(body.access_token)).status).toBe(200)
  })

  it('a year after the member’s consent, however often the token is renewed', async () => {
    const { id, tokens } = await connected('a-year')
    const { db } = site.testSite
    const consentedAt = Math.floor(Date.now() / 1000) - 365 * 86_400 + 100
    await sql`update oauth_tokens set payload = jsonb_set(payload, '{iiat}', to_jsonb(${consentedAt}::integer))
      where user_id = ${id}`.execute(db)
    expect((await refresh(tokens.refresh_token)).status).toBe(200)
    const renewed = db
      .selectFrom('oauthTokens')
      .select('expiresAt')
      .where('userId', '=', id)
      .where('usedAt', 'is', null)
    const { expiresAt } = await renewed.where('kind', '=', 'refresh').executeTakeFirstOrThrow()
    expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 100_000)
  })

  it('when the app revokes its token', async () => {
    const { tokens } = await connected('revoked')
    const fields = { client_id: await site.client(), token: tokens.refresh_token }
    expect((await site.post('/oauth/token/revocation', fields)).status).toBe(200)
    expect((await site.call(tokens.access_token)).status).toBe(401)
  })
})

describe('the page that asks the member', () => {
  it('leads a visitor to the sign-in and back', async () => {
    const { url } = await site.requestOf()
    const browser = createBrowser(site)
    const consent = locationOf(await browser.open(url))
    expect(locationOf(await browser.open(consent))).toBe(`/auth#return=${encodeURIComponent(consent)}`)
  })

  it('names the app, its host, where the answer goes, what it may do and the account', async () => {
    const { cookie } = await site.addMember('reader-of-pages')
    const app = createOauthApp(claude)
    const { page } = await connectApp(site, app, { cookie })
    for (const text of [
      'Connect Claude to',
      'Nobody has checked it',
      '<dd>claude.ai</dd>',
      'reader-of-pages',
      'read your',
    ])
      expect(page).toContain(text)
    expect(page).not.toContain('save prompts for you')
    expect(page).not.toContain('A program on this computer')
  })

  it('keeps the request in cookies for this browser, and starts no session', async () => {
    const { cookie } = await site.addMember('with-cookies')
    const lines: string[] = []
    const watched: ReachedSite = {
      ...site,
      fetch: async (address, init) => {
        const response = await site.fetch(address, init)
        lines.push(...response.headers.getSetCookie())
        return response
      },
    }
    const { url } = await site.requestOf()
    expect((await answerRequest(watched, url, { cookie })).back?.searchParams.has('code')).toBe(true)
    expect(new Set(lines.map((line) => line.split(/[.=]/)[0]))).toEqual(new Set(['oauth-request', 'oauth-resume']))
    for (const line of lines) expect(line).toMatch(/; path=\/oauth\/.*; samesite=lax; secure; httponly$/)
  })

  it('tells the app if the member denies it', async () => {
    const { cookie } = await site.addMember('denier')
    const { url } = await site.requestOf()
    const { back } = await answerRequest(site, url, { cookie, decision: 'deny' })
    expect(Object.fromEntries(back?.searchParams ?? [])).toMatchObject({
      error: 'access_denied',
      state: 'a state',
      iss: 'https://prompts.example/oauth',
    })
  })

  it('asks for the password if the sign-in was long ago', async () => {
    const { id, cookie } = await site.addMember('early')
    const createdAt = new Date(Date.now() - 13 * 3_600_000)
    await site.testSite.db.updateTable('sessions').set({ createdAt }).where('userId', '=', id).execute()
    const { url } = await site.requestOf()
    const { page, refused } = await answerRequest(site, url, { cookie })
    expect(page).toContain('Your password')
    expect(refused?.status).toBe(403)
    expect(await listApps(site.testSite.db, id, new Date())).toEqual([])
  })
})
