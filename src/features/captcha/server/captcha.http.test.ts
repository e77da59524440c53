import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import type { CaptchaUse } from '#server/platform/captcha.ts'
import { noLog } from '#server/request-log.ts'
import { fakeCaptchaProvider, neverRespond, respondWith } from '#test/fakes/captcha-provider.ts'
import { solve } from '#test/solve-captcha.ts'
import { createWorld, memberOf, type World } from '#test/world.ts'
import { challengeSeconds } from '../rules.ts'
import { deleteExpiredSolutions } from './check-solution.ts'
import { altchaCaptcha, keyedCaptcha } from './create-captcha.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const anybody = memberOf('01900000-0000-7000-8000-0000000000bb')
const refused = { code: 'captcha_failed' }

describe('ALTCHA', () => {
  const ask = async (query = '', now = () => new Date()) => {
    const captcha = altchaCaptcha(world.db, now)
    const response = await createApp({ ...world, captcha }).request(`/api/captcha${query}`)
    return { captcha, challenge: await response.json() }
  }

  it('issues a challenge whose solution any process accepts, once', async () => {
    const { challenge } = await ask('?use=register')
    expect(challenge).toMatchObject({ provider: 'altcha', parameters: { algorithm: 'PBKDF2/SHA-256' } })
    const solution = await solve(challenge)
    const processes = Array.from({ length: 5 }, () => altchaCaptcha(world.db, () => new Date()))
    const results = await Promise.allSettled(processes.map(({ check }) => check(solution, 'register', anybody)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(processes[0]?.check(solution, 'register', anybody)).rejects.toMatchObject(refused)
  })

  it('accepts a solution for its own use only; one without a use is valid for any', async () => {
    const { captcha, challenge } = await ask('?use=contact')
    const solution = await solve(challenge)
    await expect(captcha.check(solution, 'register', anybody)).rejects.toMatchObject(refused)
    await captcha.check(solution, 'contact', anybody)
    await captcha.check(await solve((await ask()).challenge), 'reset', anybody)
  })

  it('refuses expired solutions, and deletes used ones then', async () => {
    const { captcha, challenge } = await ask('', () => new Date(Date.now() - (challengeSeconds + 5) * 1000))
    await expect(captcha.check(await solve(challenge), 'register', anybody)).rejects.toMatchObject(refused)
    const fresh = await ask()
    await fresh.captcha.check(await solve(fresh.challenge), 'register', anybody)
    await deleteExpiredSolutions(world.db, new Date(Date.now() + (challengeSeconds + 5) * 1000))
    expect(await world.db.selectFrom('captchaSolutions').selectAll().execute()).toEqual([])
  })

  it('refuses forged or changed solutions', async () => {
    const { captcha, challenge } = await ask('?use=register')
    const solution = await solve(challenge)
    const edited = (
      edit: (payload: { challenge: { parameters: object; signature: string }; solution: object }) => void,
    ) => {
      const payload = JSON.parse(Buffer.from(solution, 'base64').toString())
      edit(payload)
      return Buffer.from(JSON.stringify(payload)).toString('base64')
    }
    const bad = [
      undefined,
      '',
      'x',
      Buffer.from('{}').toString('base64'),
      'A'.repeat(100_000),
      edited((payload) => Object.assign(payload.challenge.parameters, { data: { use: 'contact' } })),
      edited((payload) => Object.assign(payload.challenge.parameters, { expiresAt: 9_999_999_999 })),
      edited((payload) => Object.assign(payload.challenge.parameters, { cost: 1 })),
      edited((payload) => Object.assign(payload.challenge, { signature: '00'.repeat(32) })),
      edited((payload) => Object.assign(payload.solution, { derivedKey: '00'.repeat(32) })),
      edited((payload) => Object.assign(payload.solution, { counter: -1 })),
    ]
    for (const text of bad) await expect(captcha.check(text, 'register', anybody)).rejects.toMatchObject(refused)
    await captcha.check(solution, 'register', anybody)
  })

  it('refuses other uses', async () => {
    const response = await createApp({ ...world, captcha: altchaCaptcha(world.db, world.now) }).request(
      '/api/captcha?use=x',
    )
    expect(response.status).toBe(400)
  })
})

describe('a third-party captcha', () => {
  const keys = { siteKey: 'site', secretKey: 'hidden', host: 'prompts.example' }
  const good = { success: true, hostname: 'prompts.example', action: 'register', score: 0.9 }

  async function check(
    provider: 'turnstile' | 'hcaptcha' | 'recaptcha',
    answer: Parameters<typeof fakeCaptchaProvider>[0],
    use: CaptchaUse = 'register',
  ) {
    const fake = await fakeCaptchaProvider(answer)
    const captcha = keyedCaptcha({ ...keys, provider, verifyUrl: fake.url }, noLog)
    try {
      await captcha.check('token', use, anybody)
      return fake.asked
    } finally {
      await fake.close()
    }
  }

  it('reveals its public key and never the secret one', async () => {
    const captcha = keyedCaptcha({ ...keys, provider: 'turnstile' }, noLog)
    const text = await (await createApp({ ...world, captcha }).request('/api/captcha')).text()
    expect(JSON.parse(text)).toEqual({ provider: 'turnstile', siteKey: 'site' })
  })

  it.each(['turnstile', 'hcaptcha', 'recaptcha'] as const)(
    '%s is called with the secret key, and trusted',
    async (name) => {
      const sitekey = name === 'hcaptcha' ? { sitekey: 'site' } : {}
      expect(await check(name, respondWith(good))).toEqual([{ secret: 'hidden', response: 'token', ...sitekey }])
    },
  )

  it.each([
    ['answers no', 'turnstile', { ...good, success: false }],
    ['names another host', 'turnstile', { ...good, hostname: 'evil.example' }],
    ['names no host', 'hcaptcha', { success: true }],
    ['names another use', 'turnstile', { ...good, action: 'contact' }],
    ['has a low score', 'recaptcha', { ...good, score: 0.3 }],
    ['is invalid', 'recaptcha', { ok: true }],
  ] as const)('that %s refuses everybody', async (_, provider, answer) => {
    await expect(check(provider, respondWith(answer))).rejects.toMatchObject(refused)
  })

  it('that fails, redirects or does not answer refuses everybody', async () => {
    await expect(check('turnstile', respondWith(good, 500))).rejects.toMatchObject(refused)
    await expect(
      check('turnstile', (response) => response.writeHead(302, { location: '/' }).end()),
    ).rejects.toMatchObject(refused)
    await expect(check('turnstile', neverRespond)).rejects.toMatchObject(refused)
  })
})
