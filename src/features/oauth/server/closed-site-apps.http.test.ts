import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectApp, createBrowser, createOauthApp, locationOf } from '#test/oauth-app.ts'
import { type AppShape, appShapes } from '#test/oauth-clients.ts'
import { type OauthSite, startOauthSite } from '#test/oauth-site.ts'

const [claude] = appShapes as [AppShape]
const origin = 'https://prompts.example'

let site: OauthSite
beforeAll(async () => {
  site = await startOauthSite({ isClosed: true })
})
afterAll(() => site.close())

it.each(['/mcp', '/mcp/c/any', '/mcp/me'])(
  'a closed site leads apps at %s to the document of this address',
  async (path) => {
    const refused = await site.call(null, path)
    const document = `${origin}/.well-known/oauth-protected-resource${path}`
    expect(refused.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${document}", scope="read"`)
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
    expect(await (await site.fetch(document)).json()).toMatchObject({ resource: origin + path })
  },
)

it('connects an app at /mcp, whose token works only there', async () => {
  await site.testSite.addPrompt({ title: 'Within', featured: true })
  const { cookie } = await site.addMember('insider')
  const app = createOauthApp(claude)
  const { client } = await connectApp(site, app, { cookie, path: '/mcp' })
  const found = await client.callTool({ name: 'search_prompts', arguments: { query: 'within' } })
  expect(found.structuredContent).toMatchObject({ total: 1 })
  for (const [path, status] of [
    ['/mcp', 200],
    ['/mcp/me', 401],
    ['/mcp/c/any', 401],
  ] as const)
    expect((await site.call(app.tokens.access_token, path)).status, path).toBe(status)
  const headers = { authorization: `Bearer ${app.tokens.access_token}` }
  expect((await site.fetch(`${origin}/api/prompts`, { headers })).status).toBe(401)
})

it('shows a visitor nothing but the documents, the endpoints and the way to the sign-in', async () => {
  const open = [
    '/.well-known/oauth-authorization-server/oauth',
    '/oauth/.well-known/openid-configuration',
    '/oauth/jwks',
  ]
  for (const path of open) expect((await site.fetch(origin + path)).status, path).toBe(200)
  expect((await site.register({ redirect_uris: ['https://a.example/'] })).status).toBe(201)
  expect((await site.token({ grant_type: 'refresh_token' })).status).toBe(400)
  const browser = createBrowser(site)
  const { url } = await site.requestOf()
  expect(locationOf(await browser.open(locationOf(await browser.open(url))))).toContain(
    '/auth#return=%2Foauth%2Fconsent%2F',
  )
  for (const path of ['/oauth', '/oauth/other', '/oauth/auth/a/b', '/.well-known/other', '/api/prompts'])
    expect([302, 401], path).toContain((await site.fetch(origin + path, { redirect: 'manual' })).status)
})
