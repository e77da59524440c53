import { describe, expect, it } from 'vitest'
import { cookieOf, goodPassword } from '#test/sign-up.ts'
import { createWorld } from '#test/world.ts'

const person = { username: 'Ada', email: 'ada@example.test', password: goodPassword }
const secureCookie = /^__Host-session=[\w-]{65}; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax$/
const plainCookie = /^session=[\w-]{65}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/

describe('the session cookie', () => {
  it('over https is limited to this host and to https, and no other cookie is accepted', async () => {
    const world = await createWorld({ site: { publicOrigin: 'https://prompts.example.org' } })
    try {
      const answer = await world.request('/api/register', { method: 'POST', json: person })
      expect(answer.headers.get('set-cookie')).toMatch(secureCookie)
      const cookie = cookieOf(answer)
      expect((await world.request('/api/user', { headers: { cookie } })).status).toBe(200)
      const planted = cookie.replace('__Host-', '')
      expect((await world.request('/api/user', { headers: { cookie: planted } })).status).toBe(401)
    } finally {
      await world.close()
    }
  })

  it('trusts X-Forwarded-Proto from a trusted proxy only', async () => {
    const world = await createWorld({ site: { trustProxy: '10.0.0.1' } })
    try {
      await world.request('/api/register', { method: 'POST', json: person })
      const login = async (from: string, proto: string) => {
        const headers = { 'x-forwarded-proto': proto }
        const answer = await world.request('/api/login', { method: 'POST', json: person, headers, from })
        return answer.headers.get('set-cookie')
      }
      expect(await login('10.0.0.1', 'https')).toMatch(secureCookie)
      expect(await login('10.0.0.1', 'http')).toMatch(plainCookie)
      expect(await login('10.0.0.2', 'https')).toMatch(plainCookie)
    } finally {
      await world.close()
    }
  })

  it('ends when SESSION_SECRET changes', async () => {
    const world = await createWorld({ site: { sessionSecret: 'a secret of this site, long enough' } })
    try {
      const token = await world.startSession(await world.addUser('Grace'))
      // `startSession` uses the key in the database instead of the one from the secret.
      expect((await world.request('/api/user', { headers: { cookie: `session=${token}` } })).status).toBe(401)
      const cookie = cookieOf(await world.request('/api/register', { method: 'POST', json: person }))
      expect((await world.request('/api/user', { headers: { cookie } })).status).toBe(200)
    } finally {
      await world.close()
    }
  })
})
