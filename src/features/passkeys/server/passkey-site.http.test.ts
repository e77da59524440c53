import { expect, it } from 'vitest'
import { cookieOf, goodPassword } from '#test/sign-up.ts'
import { createSoftwarePasskey } from '#test/software-passkey.ts'
import { createTestSite } from '#test/test-site.ts'

it('a site with PUBLIC_URL binds passkeys to the host of that URL, whatever Host header a request sends', async () => {
  const origin = 'https://prompts.example.org'
  const testSite = await createTestSite({ site: { publicOrigin: origin } })
  try {
    const person = { username: 'Ada', email: 'ada@example.test', password: goodPassword }
    const cookie = cookieOf(await testSite.request('/api/register', { method: 'POST', json: person }))
    const headers = { cookie, host: 'evil.example' }
    const post = (path: string, json: unknown) => testSite.request(path, { method: 'POST', json, headers })
    const { body } = await post('/api/user/passkeys/options', { password: goodPassword })
    expect(body.rp.id).toBe('prompts.example.org')
    const credential = createSoftwarePasskey({ origin }).create(body)
    expect((await post('/api/user/passkeys', { name: 'Key', credential })).status).toBe(201)
  } finally {
    await testSite.close()
  }
})
