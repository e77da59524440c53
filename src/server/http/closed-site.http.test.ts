import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setBanned } from '#features/accounts/server/change-account-status.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createListeningSite } from '#test/listening-site.ts'
import { type Person, signUp } from '#test/sign-up.ts'
import type { TestSite } from '#test/test-site.ts'
import { hooks } from '../hooks.ts'

let site: Awaited<ReturnType<typeof createListeningSite>>
let testSite: TestSite
let origin: string
let slug: string
beforeAll(async () => {
  site = await createListeningSite({ isClosed: true })
  ;({ testSite, origin } = site)
  slug = (await testSite.addPrompt({ title: 'A secret title' })).slug
})
afterAll(() => site.close())

type Headers = Record<string, string>

const send = (path: string, headers: Headers = {}, method = 'GET') =>
  fetch(origin + path, { method, headers, redirect: 'manual' })

/** The URLs of pages, which redirect visitors to the sign-in page, and URLs that programs read. */
const pagePaths = () => ['/', '/prompts', `/prompt/${slug}`, '/nowhere']
const programPaths = () => ['/api/prompts', `/api/prompts/${slug}`, '/api/nowhere', '/feed.xml', `/prompt/${slug}.md`]

/** Fails unless requests with these headers are refused at each URL, without revealing whether it exists. */
async function expectRefused(headers: Headers, method = 'GET') {
  for (const path of pagePaths()) {
    const response = await send(path, headers, method)
    const location = response.headers.get('location')
    expect([path, response.status, location, response.headers.get('etag'), await response.text()]).toEqual([
      path,
      302,
      `/auth#return=${encodeURIComponent(path)}`,
      null,
      '',
    ])
  }
  for (const path of programPaths()) {
    const response = await send(path, headers, method)
    expect([path, response.status, response.headers.get('etag')]).toEqual([path, 401, null])
    expect(await response.text()).not.toContain('secret')
  }
}

const createToken = async ({ cookie }: Person, scope: 'read' | 'write') => {
  const json = { name: 'My script', scopes: [scope] }
  return (await testSite.request('/api/user/tokens', { method: 'POST', json, headers: { cookie } })).body
}

/** Changes the last character of a secret. */
const withWrongEnd = (secret: string) => secret.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))

describe('a closed site', () => {
  it('refuses requests without a session, even with the ETags of cached pages or for a range of bytes', async () => {
    const { cookie } = await signUp(testSite, 'Ada')
    const etags: string[] = []
    for (const path of [...pagePaths(), '/feed.xml']) {
      const response = await send(path, { cookie })
      etags.push(response.headers.get('etag') ?? '')
      expect(response.headers.get('cache-control'), path).toMatch(/private|no-store/)
    }
    expect(etags.filter(Boolean).length).toBeGreaterThan(1)
    await expectRefused({})
    await expectRefused({}, 'HEAD')
    await expectRefused({ 'if-none-match': etags.join(', '), 'if-modified-since': new Date().toUTCString() })
    await expectRefused({ range: 'bytes=0-100', accept: 'text/html', origin })
  })

  it('refuses invented sessions and invalid tokens and, from the next request on, ended sessions, revoked tokens and banned members', async () => {
    const [eve, bob] = [await signUp(testSite, 'Eve'), await signUp(testSite, 'Bob')]
    const [token, writeOnly] = [await createToken(eve, 'read'), await createToken(eve, 'write')]
    const asToken = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
    for (const { cookie } of [eve, bob]) expect((await send('/prompts', { cookie })).status).toBe(200)
    expect((await send(`/prompt/${slug}.md`, asToken(token))).status).toBe(200)

    await expectRefused({ cookie: withWrongEnd(eve.cookie) })
    await expectRefused(asToken({ token: withWrongEnd(token.token) }))
    await expectRefused(asToken(writeOnly))
    await expectRefused({ authorization: 'Bearer', cookie: 'session=; __Host-session=x' })
    // A token opens no pages, even if it has the scope `read`.
    expect((await send('/prompts', asToken(token))).status).toBe(302)

    const revoked = await send(`/api/user/tokens/${token.id}`, { cookie: eve.cookie }, 'DELETE')
    expect(revoked.status).toBe(204)
    await expectRefused(asToken(token))
    await inTransaction(testSite.db, (tx) =>
      setBanned(tx, hooks, { kind: 'system', name: 'test' }, { userId: bob.id, banned: true }),
    )
    await expectRefused({ cookie: bob.cookie })
    expect((await send('/api/logout', { cookie: eve.cookie, origin }, 'POST')).ok).toBe(true)
    await expectRefused({ cookie: eve.cookie })
  })

  it('responds to an AI app that asks for an event stream as to a program, at the whole catalogue and at a collection', async () => {
    const { token } = await createToken(await signUp(testSite, 'Mia'), 'read')
    const accept = 'text/event-stream'
    for (const path of ['/mcp', '/mcp/c/mine', '/mcp/c/mine?x=1']) {
      const document = `${origin}/.well-known/oauth-protected-resource${path.replace(/\?.*/, '')}`
      const challenge = `Bearer resource_metadata="${document}", scope="read"`
      for (const asked of [accept, '*/*', 'application/json']) {
        const refused = await send(path, { accept: asked })
        expect([path, asked, refused.status, refused.headers.get('www-authenticate')]).toEqual([
          path,
          asked,
          401,
          challenge,
        ])
      }
      const admitted = await send(path, { accept, authorization: `Bearer ${token}` })
      expect([path, admitted.status, admitted.headers.get('allow')]).toEqual([path, 405, 'POST'])
      expect((await send(path, { accept: `text/html, ${accept}` })).status, path).toBe(302)
    }
  })
})
