import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { makeToken } from '#test/mcp-client.ts'
import { answerRequest, connectApp, createBrowser, createOauthApp, locationOf } from '#test/oauth-app.ts'
import { type AppShape, appShapes } from '#test/oauth-clients.ts'
import { type OauthSite, startOauthSite } from '#test/oauth-site.ts'
import { listApps } from './grant-queries.ts'
import { storeOf } from './stored-records.ts'

const [claude] = appShapes as [AppShape]
const origin = 'https://prompts.example'

let site: OauthSite
beforeAll(async () => {
  site = await startOauthSite()
})
afterAll(() => site.close())

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } }
const statusOf = async (token: string, path?: string) => (await site.call(token, path)).status
const refresh = async (refresh_token: string, changes: Record<string, string> = {}) =>
  site.token({ grant_type: 'refresh_token', client_id: await site.client(), refresh_token, ...changes })

const countRequests = async () => (await site.testSite.db.selectFrom('oauthRequests').selectAll().execute()).length

/** Opens an app's request. Returns the error that the app gets, or the status of the page that the person gets. */
async function errorOf(changes: Record<string, string | null>) {
  const { url } = await site.requestOf(changes)
  const response = await createBrowser(site).open(url)
  const location = response.headers.get('location')
  if (!location?.startsWith('http')) return response.status
  const { searchParams, hash } = new URL(location)
  return searchParams.get('error') ?? new URLSearchParams(hash.slice(1)).get('error')
}

describe('a stolen code or refresh token', () => {
  it('ends the access of the app if it is used twice', async () => {
    const { cookie } = await site.addMember('twice')
    const fields = await site.codeFor(cookie)
    const { body } = await site.token(fields)
    expect(await statusOf(body.access_token)).toBe(200)
    expect(await site.token(fields)).toMatchObject(invalidGrant)
    expect(await statusOf(body.access_token)).toBe(401)

    const { body: first } = await site.token(await site.codeFor(cookie))
    const { body: next } = await refresh(first.refresh_token)
    expect(await statusOf(next.access_token)).toBe(200)
    expect(await refresh(first.refresh_token)).toMatchObject(invalidGrant)
    expect(await statusOf(next.access_token)).toBe(401)
    expect(await refresh(next.refresh_token)).toMatchObject(invalidGrant)
  })

  it('works at most once if it is used many times at the same time, in two processes', async () => {
    const { cookie } = await site.addMember('at-once')
    const fields = await site.codeFor(cookie)
    const results = await Promise.all(Array.from({ length: 8 }, () => site.token(fields)))
    const succeeded = results.filter(({ status }) => status === 200)
    expect(succeeded.length).toBeLessThanOrEqual(1)
    for (const { body } of succeeded) expect(await statusOf(body.access_token)).toBe(401)

    const { body } = await site.token(await site.codeFor(cookie))
    const refreshed = await Promise.all(Array.from({ length: 8 }, () => refresh(body.refresh_token)))
    const renewed = refreshed.filter(({ status }) => status === 200)
    expect(renewed.length).toBeLessThanOrEqual(1)
    for (const { body } of renewed) expect(await statusOf(body.access_token)).toBe(401)
  })

  it('is worth nothing without the app’s secret, its address or its id', async () => {
    const { cookie } = await site.addMember('robbed')
    const other = await (await site.register({ redirect_uris: ['http://127.0.0.1:4000/back'] })).json()
    for (const stolen of [
      { code_verifier: 'a'.repeat(43) },
      { redirect_uri: 'http://127.0.0.1:4001/back' },
      { client_id: other.client_id },
    ]) {
      const fields = { ...(await site.codeFor(cookie)), ...stolen }
      expect(await site.token(fields), JSON.stringify(stolen)).toMatchObject(invalidGrant)
    }
    const { body } = await site.token(await site.codeFor(cookie))
    expect(await refresh(body.refresh_token, { client_id: other.client_id })).toMatchObject(invalidGrant)
    await site.post('/oauth/token/revocation', { client_id: other.client_id, token: body.refresh_token })
    expect(await statusOf(body.access_token)).toBe(200)
  })
})

describe('a token', () => {
  it('works at one address only', async () => {
    const { cookie } = await site.addMember('one-address')
    const { body } = await site.token(await site.codeFor(cookie))
    expect(await statusOf(body.access_token, '/mcp/me')).toBe(200)
    for (const path of ['/mcp', '/mcp/c/any', '/mcp/me/more'])
      expect(await statusOf(body.access_token, path), path).not.toBe(200)
    const headers = { authorization: `Bearer ${body.access_token}` }
    for (const path of ['/api/user', '/api/favorites', '/oauth/consent/x'])
      expect((await site.fetch(origin + path, { headers, redirect: 'manual' })).status, path).toBe(401)
  })

  it('is for the member’s endpoint if the app names no resource, and no other can be named', async () => {
    const { cookie } = await site.addMember('no-resource')
    const fields = await site.codeFor(cookie, { resource: null })
    const others = [
      `${origin}/mcp`,
      `${origin}/mcp/me/`,
      `${origin}/mcp/me?x`,
      `${origin}.evil.example/mcp/me`,
      'https://evil.example/mcp/me',
    ]
    for (const resource of others) expect(await errorOf({ resource }), resource).toBe('invalid_target')
    expect(await site.token({ ...fields, resource: `${origin}/mcp` })).toMatchObject({
      body: { error: 'invalid_target' },
    })
    const { body } = await site.token(await site.codeFor(cookie, { resource: null }))
    expect(await statusOf(body.access_token)).toBe(200)
    expect(await refresh(body.refresh_token, { resource: `${origin}/mcp` })).toMatchObject({ status: 400 })
  })

  it('never gets more scopes than the member allowed', async () => {
    const { cookie } = await site.addMember('scopes')
    const { body } = await site.token(await site.codeFor(cookie, { scope: 'read openid admin run' }))
    expect(body.scope).toBe('read')
    expect(await refresh(body.refresh_token, { scope: 'read write' })).toMatchObject({
      body: { error: 'invalid_scope' },
    })
  })
})

describe('a request for access', () => {
  it.each([
    [{ code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: 'code id_token' }, 'unsupported_response_type'],
    [{ redirect_uri: 'http://127.0.0.1:4000/other' }, 400],
    [{ redirect_uri: 'https://evil.example/back' }, 400],
    [{ redirect_uri: 'http://127.0.0.1:4000@evil.example/back' }, 400],
    [{ client_id: 'unknown' }, 400],
    [{ client_id: 'http://evil.example/client.json' }, 400],
  ])('%o is refused with %s', async (changes, expected) => {
    expect(await errorOf(changes)).toBe(expected)
  })

  it('never leads to a website before the member has answered, however wrong it is', async () => {
    const redirect_uri = 'https://evil.example/back?x=1'
    const { client_id } = await (await site.register({ redirect_uris: [redirect_uri] })).json()
    const wrong: Record<string, string | null>[] = [
      { response_type: 'token' },
      { resource: 'https://no' },
      { prompt: 'none' },
      { code_challenge: null },
    ]
    for (const changes of wrong) {
      const { url } = await site.requestOf({ client_id, redirect_uri, ...changes })
      const response = await createBrowser(site).open(url)
      expect([response.status, response.headers.get('location')], JSON.stringify(changes)).toEqual([400, null])
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(await response.text()).toMatch(
        /refused: .+<a href="https:\/\/evil\.example\/back\?x=1.*Go back to evil\.example/s,
      )
    }
  })

  it('can’t reach the provider with other parameters, by an escaped question mark in a path', async () => {
    const { url } = await site.requestOf({ scope: 'openid', prompt: 'login' })
    const before = await countRequests()
    for (const path of [encodeURIComponent(new URL(url).search), `x${encodeURIComponent(new URL(url).search)}`]) {
      const response = await createBrowser(site).open(`${origin}/oauth/auth/${path}`)
      expect([response.status, response.headers.get('location')]).toEqual([404, null])
    }
    expect(await countRequests()).toBe(before)
  })

  it('gets its answer in the query, whatever it asks for', async () => {
    const { cookie } = await site.addMember('response-modes')
    for (const response_mode of ['form_post', 'fragment', 'web_message']) {
      const { url } = await site.requestOf({ response_mode })
      expect((await answerRequest(site, url, { cookie })).back?.searchParams.get('code'), response_mode).toBeTruthy()
    }
  })

  it('with characters that can’t be stored is one without them, or one of an unknown app', async () => {
    const { url } = await site.requestOf({ state: 'a\0b' })
    expect((await createBrowser(site).open(url)).status).toBe(303)
    expect(await errorOf({ client_id: 'a\0b' })).toBe(400)
    const fields = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'a\0b' }
    expect(await site.token(fields)).toMatchObject({ body: { error: 'invalid_client' } })
  })

  it('of an app that another site answers for is noticed by the client, by the issuer', async () => {
    const { cookie } = await site.addMember('mixed-up')
    const app = createOauthApp(claude)
    const connecting = connectApp({ ...site, fetch: site.fetch }, app, {
      cookie,
      change: (answer) => answer.set('iss', 'https://evil.example/oauth'),
    })
    await expect(connecting).rejects.toThrow(/issuer/i)
  })
})

describe('a registration', () => {
  it.each([
    'http://evil.example/back',
    'https://user:word@good.example/back',
    'https://good.example/back#part',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'not an address',
  ])('with the redirect address %s is refused', async (address) => {
    const response = await site.register({ redirect_uris: ['https://good.example/back', address] })
    expect(response.status).toBe(400)
  })

  it('gets no secret, and can’t choose its id or what it is', async () => {
    const id = 'https://claude.ai/oauth/mcp-oauth-client-metadata'
    const stated = {
      client_id: id,
      client_secret: 'mine',
      client_name: 'Cla\u202eude\n\u0000 \u3164\u2800',
      redirect_uris: ['https://good.example/back'],
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['authorization_code', 'client_credentials', 'implicit'],
    }
    const registered = await (await site.register(stated)).json()
    expect(registered).toMatchObject({
      client_name: 'Cla ude',
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'none',
    })
    expect(registered.client_id).not.toBe(id)
    expect(registered).not.toHaveProperty('client_secret')
  })

  it('is refused after twenty from a network, in a form that a browser can read', async () => {
    const flood = site.from('203.0.113.99')
    const stored = () => site.testSite.db.selectFrom('oauthClients').selectAll().execute()
    const before = (await stored()).length
    const attempts = Array.from({ length: 1000 }, () =>
      site.register({ redirect_uris: ['https://a.example/'] }, flood.fetch),
    )
    const responses = await Promise.all(attempts)
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20)
    expect((await stored()).length - before).toBe(20)
    const refused = responses.find(({ status }) => status === 429)
    expect(refused?.headers.get('access-control-allow-origin')).toBe('*')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('can be switched off, and apps with a document still connect', async () => {
    const closed = await site.addProcess({ refusesAppRegistration: true })
    expect((await site.register({ redirect_uris: ['https://a.example/'] }, closed.fetch)).status).toBe(403)
    const found = await closed.fetch(`${origin}/.well-known/oauth-authorization-server/oauth`)
    expect(await found.json()).not.toHaveProperty('registration_endpoint')
    const { cookie } = await site.addMember('with-document')
    await connectApp(closed, createOauthApp(claude), { cookie })
  })
})

it('a body that is large, or doesn’t say how long it is, is refused before it is read', async () => {
  const headers = { origin, 'content-type': 'application/json' }
  const chunked = () => new Blob(['{}']).stream()
  for (const path of ['/oauth/reg', '/oauth/consent/x'])
    for (const body of ['x'.repeat(20_000), chunked()]) {
      const response = await site.fetch(origin + path, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
      expect(response.status, path).toBe(413)
    }
})

describe('the document of an app', () => {
  const client_id = 'https://hostile.example/client.json'
  const good = { client_id, redirect_uris: ['https://hostile.example/back'], token_endpoint_auth_method: 'none' }
  const openWith = async (body: string, status?: number, more: { type?: string; breaksOff?: true } = {}) => {
    site.documents.bodies.set(client_id, { body, status, ...more })
    // A new process, because a document is cached for some seconds.
    const { url } = await site.requestOf({ client_id, redirect_uri: good.redirect_uris[0] as string })
    return createBrowser(await site.addProcess()).open(url)
  }

  it.each([
    ['is larger than 5 KB', JSON.stringify({ ...good, more: 'x'.repeat(10_000_000) })],
    ['isn’t JSON', '<html>'],
    ['is for another address', JSON.stringify({ ...good, client_id: 'https://claude.ai/oauth/other' })],
    ['has a secret', JSON.stringify({ ...good, client_secret: 'x' })],
    ['needs a secret', JSON.stringify({ ...good, token_endpoint_auth_method: 'client_secret_post' })],
    [
      'has an unsafe redirect address',
      JSON.stringify({ ...good, redirect_uris: ['https://hostile.example/back', 'http://evil.example/'] }),
    ],
    [
      'needs a signature, and doesn’t say that none is fine',
      JSON.stringify({ ...good, token_endpoint_auth_method: 'private_key_jwt' }),
    ],
  ])('is refused if it %s', async (_, body) => {
    const response = await openWith(body)
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
  })

  it('is remembered while its host fails, but not once the host says that it is gone', async () => {
    expect((await openWith(JSON.stringify(good))).status).toBe(303)
    expect((await openWith('', 503)).status).toBe(303)
    expect((await openWith(JSON.stringify(good), 200, { breaksOff: true })).status).toBe(303)
    expect((await openWith('', 404)).status).toBe(400)
  })

  it('is refused if it isn’t sent as JSON, because anybody may have uploaded it to that host', async () => {
    const json = JSON.stringify(good)
    for (const type of ['text/plain; charset=utf-8', 'text/html', 'application/octet-stream', 'application/jsonx'])
      expect((await openWith(json, 200, { type })).status, type).toBe(400)
    for (const type of ['application/json; charset=utf-8', 'application/oauth-client+json'])
      expect((await openWith(json, 200, { type })).status, type).toBe(303)
  })

  it('can’t be at a private address', async () => {
    const { documents } = site
    await openWith(JSON.stringify(good))
    const dispatcher = documents.guards.at(-1)
    expect(dispatcher).toBeDefined()
    const before = documents.reads.length
    const address = `http://127.0.0.1:${documents.port}/x`
    await expect(fetch(address, { dispatcher } as RequestInit)).rejects.toThrow()
    expect(documents.reads).toHaveLength(before)
    const real = await site.addProcess({ fetchAppDocument: undefined })
    for (const client_id of [
      'https://127.0.0.1/c',
      'https://localhost/c',
      'https://[::1]/c',
      'https://10.0.0.1/c',
      'https://169.254.169.254/c',
    ]) {
      const { url } = await site.requestOf({ client_id })
      expect((await createBrowser(real).open(url)).status, client_id).toBe(400)
    }
  })

  it('isn’t read for a network that asks for too many', async () => {
    const flood = site.from('203.0.113.88')
    const before = site.documents.reads.length
    for (let number = 0; number < 70; number++) {
      const { url } = await site.requestOf({ client_id: `https://hostile.example/${number}` })
      await createBrowser(flood).open(url)
    }
    expect(site.documents.reads.length - before).toBe(60)
  })
})

describe('the member’s answer', () => {
  const openRequest = async (cookie: string) => {
    const { url } = await site.requestOf()
    const browser = createBrowser(site, cookie)
    const consent = locationOf(await browser.open(url))
    return { browser, consent, url }
  }
  const answer = (account: string) => ({
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ decision: 'allow', account }),
  })
  const grantsOf = (id: string) => listApps(site.testSite.db, id, new Date())

  it('can’t come from another site, another browser, a program or for another account', async () => {
    const { id, cookie } = await site.addMember('victim')
    const { id: otherId } = await site.addMember('somebody-else')
    const { browser, consent } = await openRequest(cookie)
    const statusOfAnswer = async (from: typeof browser, init: RequestInit) => (await from.open(consent, init)).status

    expect(await statusOfAnswer(browser, { ...answer(id), headers: { origin: 'https://evil.example' } })).toBe(403)
    expect(await statusOfAnswer(browser, { ...answer(id), headers: { origin, 'sec-fetch-site': 'same-site' } })).toBe(
      403,
    )
    expect(await statusOfAnswer(createBrowser(site, cookie), answer(id))).toBe(400)
    expect(await statusOfAnswer(browser, answer(otherId))).toBe(403)
    const { token } = await makeToken(site.testSite, id, ['read', 'write'])
    const byProgram = { ...answer(id), headers: { origin, authorization: `Bearer ${token}` } }
    expect(locationOf(await browser.open(consent, byProgram))).toContain('/auth#return=')
    expect(await grantsOf(id)).toEqual([])
    expect(await statusOfAnswer(browser, answer(id))).toBe(303)
  })

  it('can’t be repeated or given to another request', async () => {
    const { id, cookie } = await site.addMember('repeated')
    const { url } = await site.requestOf()
    const { browser, consent, resume, back } = await answerRequest(site, url, { cookie })
    expect(back?.searchParams.get('code')).toBeTruthy()
    expect((await browser.open(resume ?? '')).status).toBe(400)
    expect((await browser.open(consent, answer(id))).status).toBe(400)

    // The request that the member opens, and one by which somebody wants to get the answer.
    const own = await openRequest(cookie)
    const foreign = await openRequest('')
    const cookies = [...own.browser.cookies].map(([name, { value }]) => `${name}=${value}`)
    const headers = { origin, cookie: [...cookies, cookie].join('; ') }
    const answered = await site.fetch(new URL(foreign.consent, origin), { ...answer(id), headers, redirect: 'manual' })
    expect(answered.status).toBe(400)
  })

  it('comes after a warning, unless the answer goes to the host that publishes the app', async () => {
    const { cookie } = await site.addMember('warned')
    const shape = { client_name: 'Claude', redirect_uris: ['https://relay.example/back'] }
    const { client_id } = await (await site.register(shape)).json()
    const elsewhere = { ...shape, client_id: 'https://elsewhere.example/app.json' }
    const same = { ...shape, client_id: 'https://relay.example/app.json' }
    for (const document of [elsewhere, same])
      site.documents.bodies.set(document.client_id, { body: JSON.stringify(document) })
    const warnings = []
    for (const id of [client_id, elsewhere.client_id, same.client_id]) {
      const { url } = await site.requestOf({ client_id: id, redirect_uri: 'https://relay.example/back' })
      const browser = createBrowser(site, cookie)
      const page = await (await browser.open(locationOf(await browser.open(url)))).text()
      warnings.push(/class="warn">[^<]*/.exec(page)?.[0].includes('connected an app at relay.example'))
    }
    expect(warnings).toEqual([true, true, undefined])
  })

  it('opens in no frame and keeps what apps write as text', async () => {
    const { cookie } = await site.addMember('framed')
    const name = '<img src=x onerror=alert(1)>"'
    const registered = await site.register({ client_name: name, redirect_uris: ['http://127.0.0.1:4000/back'] })
    const { url } = await site.requestOf({ client_id: (await registered.json()).client_id })
    const browser = createBrowser(site, cookie)
    const page = await browser.open(locationOf(await browser.open(url)))
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('cache-control')).toContain('no-store')
    const html = await page.text()
    expect(html).toContain('&lt;img src=x')
    expect(html).not.toContain('<img')
  })
})

describe('access that the member ends', () => {
  it('while the browser is on its way back ends with an answer that the app understands', async () => {
    const ends = {
      removed: (id: string) => site.testSite.db.deleteFrom('oauthGrants').where('userId', '=', id).execute(),
      deleted: (id: string) => site.testSite.db.deleteFrom('users').where('id', '=', id).execute(),
    }
    for (const [how, end] of Object.entries(ends)) {
      const { id, cookie } = await site.addMember(`${how}-meanwhile`)
      const { url } = await site.requestOf()
      const browser = createBrowser(site, cookie)
      const consent = locationOf(await browser.open(url))
      const allow = {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({ decision: 'allow', account: id }),
      }
      const resume = locationOf(await browser.open(consent, allow))
      await end(id)
      const back = new URL(locationOf(await browser.open(resume)))
      expect([how, back.searchParams.get('error'), back.searchParams.get('code')]).toEqual([how, 'access_denied', null])
    }
  })

  it('while the app gets or renews a token is a refusal, not a failure of the server', async () => {
    const { id, cookie } = await site.addMember('renewing')
    const end = () => site.testSite.db.deleteFrom('oauthGrants').where('userId', '=', id).execute()
    const statuses = new Set<number>()
    for (let round = 0; round < 20; round++) {
      const fields = await site.codeFor(cookie)
      const waits = new Promise((over) => setTimeout(over, round % 8))
      const [{ status }] = await Promise.all([site.token(fields), waits.then(end)])
      statuses.add(status)
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 400)).toEqual([])
    const refusal = (why: string) => new Error(why)
    const store = storeOf({ db: site.testSite.db, now: () => new Date(), refusal }, 'AccessToken')
    const record = { grantId: newId(), accountId: id, exp: Math.floor(Date.now() / 1000) + 60 }
    await expect(store.upsert('a token of a grant that is gone', record)).rejects.toThrow('the access has ended')
  })
})

describe('a program in a browser', () => {
  it('may ask before it sends a token, and reads every refusal', async () => {
    const ask = async (path: string) => {
      const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' }
      const { status, headers: answer } = await site.fetch(origin + path, { method: 'OPTIONS', headers })
      return {
        status,
        from: answer.get('access-control-allow-origin'),
        sends: answer.get('access-control-allow-headers'),
      }
    }
    for (const path of ['/mcp/me', '/oauth/token', '/oauth/reg', '/.well-known/oauth-protected-resource/mcp/me'])
      expect(await ask(path), path).toMatchObject({ status: 204, from: '*' })
    expect((await ask('/mcp/me')).sends).toContain('Authorization')
    expect((await ask('/mcp')).sends).not.toContain('Authorization')
    for (const path of ['/oauth/auth', '/oauth/consent/x', '/api/user']) expect((await ask(path)).from, path).toBeNull()
    const refused = await site.call(null)
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
  })
})
