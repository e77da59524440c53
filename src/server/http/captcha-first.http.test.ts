import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract'
import { noCaptcha } from '#platform/captcha.ts'
import { AppError } from '#platform/errors.ts'
import { goodPassword } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

type Endpoint = {
  path: string
  request?: { body?: { content: { 'application/json'?: { schema: { shape?: object } } } } }
}

/** More requests than any of these endpoints allows. */
const moreThanAllowed = 70

/** By path, a request that lacks only a captcha, and the status of its response once captchas are off. */
const validRequests: Record<string, { body: object; status: number }> = {
  '/api/register': {
    body: { username: 'Late', email: 'late@example.test', password: goodPassword },
    status: 201,
  },
  '/api/password/forgot': { body: { email: 'owner@example.test' }, status: 202 },
  '/api/contact': { body: { email: 'owner@example.test', message: 'A message that is long enough.' }, status: 202 },
}

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite({ limits: true })
})
afterAll(() => testSite.close())

const captchaPaths = Object.values(contract as Record<string, Endpoint>)
  .filter(({ request }) => 'captcha' in (request?.body?.content['application/json']?.schema.shape ?? {}))
  .map(({ path }) => path)

describe('the captcha is checked before the rate limit', () => {
  it('and the tests below cover every endpoint with a captcha', () => {
    expect(captchaPaths.sort()).toEqual(Object.keys(validRequests).sort())
  })

  it.each(captchaPaths)('at %s, so a request without a valid captcha doesn’t count toward the limit', async (path) => {
    const refuse = async () => {
      throw new AppError('captcha_failed', 'No.')
    }
    const { body, status } = validRequests[path] as (typeof validRequests)[string]
    const send = async (captcha: typeof noCaptcha) => {
      const app = testSite.appWith({ captcha: { ...captcha, offer: async () => ({ provider: 'off' }) } })
      const headers = { 'content-type': 'application/json' }
      return (await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })).status
    }
    const refused = new Set<number>()
    for (let tries = 0; tries < moreThanAllowed; tries++) refused.add(await send({ check: refuse }))
    expect([...refused]).toEqual([403])
    expect(await send(noCaptcha)).toBe(status)
  })
})
