import { describe, expect, it } from 'vitest'
import { cookieOf, goodPassword } from '#test/sign-up.ts'
import { createTestSite } from '#test/test-site.ts'

const person = { username: 'Ada', email: 'ada@example.test', password: goodPassword }
// A token has 65 characters: the user's id and the secret, both in base64url. The cookie lasts 30 days.
const secureCookie = /^__Host-session=[\w-]{65}; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax$/
const plainCookie = /^session=[\w-]{65}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/

describe('the session cookie', () => {
  it('over https is Secure and named __Host-session, and a cookie named session isn’t accepted', async () => {
    const testSite = await createTestSite({ site: { publicOrigin: 'https://prompts.example.org' } })
    try {
      const response = await testSite.request('/api/register', { method: 'POST', json: person })
      expect(response.headers.get('set-cookie')).toMatch(secureCookie)
      const cookie = cookieOf(response)
      expect((await testSite.request('/api/user', { headers: { cookie } })).status).toBe(200)
      const cookieWithoutPrefix = cookie.replace('__Host-', '')
      expect((await testSite.request('/api/user', { headers: { cookie: cookieWithoutPrefix } })).status).toBe(401)
    } finally {
      await testSite.close()
    }
  })

  it('without PUBLIC_URL is marked Secure only if a trusted proxy sends X-Forwarded-Proto: https', async () => {
    const testSite = await createTestSite({ site: { trustProxy: '10.0.0.1' } })
    try {
      await testSite.request('/api/register', { method: 'POST', json: person })
      const loginCookie = async (from: string, proto: string) => {
        const headers = { 'x-forwarded-proto': proto }
        const response = await testSite.request('/api/login', { method: 'POST', json: person, headers, from })
        return response.headers.get('set-cookie')
      }
      expect(await loginCookie('10.0.0.1', 'https')).toMatch(secureCookie)
      expect(await loginCookie('10.0.0.1', 'http')).toMatch(plainCookie)
      expect(await loginCookie('10.0.0.2', 'https')).toMatch(plainCookie)
    } finally {
      await testSite.close()
    }
  })

  it('no longer works after SESSION_SECRET changes', async () => {
    const testSite = await createTestSite({ site: { sessionSecret: 'a secret of this site, long enough' } })
    try {
      const token = await testSite.startSession(await testSite.addUser('Grace'))
      // `startSession` hashes with the key that the database stores, as before SESSION_SECRET was set.
      expect((await testSite.request('/api/user', { headers: { cookie: `session=${token}` } })).status).toBe(401)
      const cookie = cookieOf(await testSite.request('/api/register', { method: 'POST', json: person }))
      expect((await testSite.request('/api/user', { headers: { cookie } })).status).toBe(200)
    } finally {
      await testSite.close()
    }
  })
})
