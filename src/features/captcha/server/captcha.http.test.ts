import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noLog } from '#server/telemetry/request-log.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { fakeCaptchaProvider, neverRespond, respondWith } from '#test/fakes/captcha-provider.ts'
import { solve } from '#test/solve-captcha.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { challengeSeconds } from '../rules.ts'
import { captchaRetention } from './captcha-retention.ts'
import { createAltchaCaptcha, createThirdPartyCaptcha } from './create-captcha.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

/** Returns the number of steps that a solution took. */
const readSteps = (solution: string) => JSON.parse(Buffer.from(solution, 'base64').toString()).solution.counter

const caller = memberOf('01900000-0000-7000-8000-0000000000bb')
const captchaFailed = { code: 'captcha_failed' }
const isAway = { code: 'provider_unavailable', status: 503, details: { retryAfter: 60 } }

describe('ALTCHA', () => {
  /** So few steps that a solution takes almost no time. */
  const steps = { from: 5, to: 10 }
  const requestChallenge = async (query = '', now = () => new Date()) => {
    const captcha = createAltchaCaptcha(testSite.db, now, steps)
    const response = await testSite.appWith({ captcha }).request(`/api/captcha${query}`)
    return { captcha, challenge: await response.json() }
  }

  it('issues a challenge whose solution any process accepts, once', async () => {
    const captcha = createAltchaCaptcha(testSite.db, () => new Date())
    const response = await testSite.appWith({ captcha }).request('/api/captcha?use=register')
    const challenge = await response.json()
    expect(challenge).toMatchObject({ provider: 'altcha', parameters: { algorithm: 'PBKDF2/SHA-256' } })
    const solution = await solve(challenge)
    // This is the usual amount of work, which a browser does in half a second.
    expect(readSteps(solution)).toBeGreaterThanOrEqual(1_000)
    const processes = Array.from({ length: 5 }, () => createAltchaCaptcha(testSite.db, () => new Date()))
    const results = await Promise.allSettled(processes.map(({ check }) => check(solution, 'register', caller)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(processes[0]?.check(solution, 'register', caller)).rejects.toMatchObject(captchaFailed)
  })

  it('accepts a solution only for the use that its challenge names, or for any use if the challenge names none', async () => {
    const { captcha, challenge } = await requestChallenge('?use=contact')
    const solution = await solve(challenge)
    await expect(captcha.check(solution, 'register', caller)).rejects.toMatchObject(captchaFailed)
    await captcha.check(solution, 'contact', caller)
    await captcha.check(await solve((await requestChallenge()).challenge), 'reset', caller)
  })

  it('refuses expired solutions; the cleanup deletes used ones that have expired', async () => {
    const { captcha, challenge } = await requestChallenge(
      '',
      () => new Date(Date.now() - (challengeSeconds + 5) * 1000),
    )
    await expect(captcha.check(await solve(challenge), 'register', caller)).rejects.toMatchObject(captchaFailed)
    const current = await requestChallenge()
    await current.captcha.check(await solve(current.challenge), 'register', caller)
    await deleteOldData(testSite.db, captchaRetention, new Date(Date.now() + (challengeSeconds + 5) * 1000))
    expect(await testSite.db.selectFrom('captchaSolutions').selectAll().execute()).toEqual([])
  })

  it('refuses forged or changed solutions', async () => {
    const { captcha, challenge } = await requestChallenge('?use=register')
    const solution = await solve(challenge)
    const editSolution = (
      edit: (payload: { challenge: { parameters: object; signature: string }; solution: object }) => void,
    ) => {
      const payload = JSON.parse(Buffer.from(solution, 'base64').toString())
      edit(payload)
      return Buffer.from(JSON.stringify(payload)).toString('base64')
    }
    const invalidSolutions = [
      undefined,
      '',
      'x',
      Buffer.from('{}').toString('base64'),
      'A'.repeat(100_000),
      editSolution((payload) => Object.assign(payload.challenge.parameters, { data: { use: 'contact' } })),
      editSolution((payload) => Object.assign(payload.challenge.parameters, { expiresAt: 9_999_999_999 })),
      editSolution((payload) => Object.assign(payload.challenge.parameters, { cost: 1 })),
      editSolution((payload) => Object.assign(payload.challenge, { signature: '00'.repeat(32) })),
      editSolution((payload) => Object.assign(payload.solution, { derivedKey: '00'.repeat(32) })),
      editSolution((payload) => Object.assign(payload.solution, { counter: -1 })),
    ]
    for (const invalidSolution of invalidSolutions)
      await expect(captcha.check(invalidSolution, 'register', caller)).rejects.toMatchObject(captchaFailed)
    await captcha.check(solution, 'register', caller)
  })

  it('issues no challenge for an unknown use', async () => {
    const response = await testSite
      .appWith({ captcha: createAltchaCaptcha(testSite.db, testSite.now) })
      .request('/api/captcha?use=x')
    expect(response.status).toBe(400)
  })
})

describe('a third-party captcha', () => {
  const keys = { siteKey: 'site', secretKey: 'hidden', host: 'prompts.example' }
  const validResponse = { success: true, hostname: 'prompts.example', action: 'register', score: 0.9 }

  async function checkToken(
    provider: 'turnstile' | 'hcaptcha' | 'recaptcha',
    respond: Parameters<typeof fakeCaptchaProvider>[0],
    { log = noLog, timeoutMs }: { log?: Pick<typeof noLog, 'warn'>; timeoutMs?: number } = {},
  ) {
    const fake = await fakeCaptchaProvider(respond)
    const captcha = createThirdPartyCaptcha({ ...keys, provider, verifyUrl: fake.url, timeoutMs }, log)
    try {
      await captcha.check('token', 'register', caller)
      return fake.received
    } finally {
      await fake.close()
    }
  }

  it('reveals its public key and never the secret one', async () => {
    const captcha = createThirdPartyCaptcha({ ...keys, provider: 'turnstile' }, noLog)
    const text = await (await testSite.appWith({ captcha }).request('/api/captcha')).text()
    expect(JSON.parse(text)).toEqual({ provider: 'turnstile', siteKey: 'site' })
  })

  it.each(['turnstile', 'hcaptcha', 'recaptcha'] as const)(
    'of %s sends the secret key to the provider, and accepts what the provider approves',
    async (name) => {
      const sitekey = name === 'hcaptcha' ? { sitekey: 'site' } : {}
      expect(await checkToken(name, respondWith(validResponse))).toEqual([
        { secret: 'hidden', response: 'token', ...sitekey },
      ])
    },
  )

  it('of hCaptcha is also accepted without a host, which hCaptcha withholds while it gets many requests', async () => {
    await checkToken('hcaptcha', respondWith({ success: true, hostname: 'not-provided' }))
  })

  it.each([
    ['withholds the host, which only hCaptcha may', 'turnstile', { ...validResponse, hostname: 'not-provided' }],
    ['reports a failure', 'turnstile', { ...validResponse, success: false }],
    ['names another host', 'turnstile', { ...validResponse, hostname: 'evil.example' }],
    ['names no host', 'hcaptcha', { success: true }],
    ['names another use', 'turnstile', { ...validResponse, action: 'contact' }],
    ['has a low score', 'recaptcha', { ...validResponse, score: 0.3 }],
  ] as const)('refuses a solution if the provider’s response %s', async (_, provider, body) => {
    await expect(checkToken(provider, respondWith(body))).rejects.toMatchObject(captchaFailed)
  })

  it.each([
    ['turnstile', { success: false, 'error-codes': ['invalid-input-secret'] }, 'invalid-input-secret'],
    ['recaptcha', { success: false, 'error-codes': ['missing-input-secret'] }, 'missing-input-secret'],
    ['hcaptcha', { success: false, 'error-codes': ['sitekey-secret-mismatch'] }, 'sitekey-secret-mismatch'],
    ['turnstile', { ...validResponse, hostname: 'www.prompts.example' }, 'www.prompts.example'],
  ] as const)('of %s whose keys or host are wrong tells the operator so in the log', async (provider, body, hint) => {
    const warned: object[] = []
    const log = { warn: (fields: object) => warned.push(fields) }
    await expect(checkToken(provider, respondWith(body), { log })).rejects.toMatchObject({
      ...captchaFailed,
      message: 'The robot check isn’t working right now. Try again in a minute.',
    })
    expect(warned).toEqual([{ provider, error: expect.stringContaining(hint) }])
  })

  it('whose visitor sends a bad token logs nothing', async () => {
    const warned: object[] = []
    const log = { warn: (fields: object) => warned.push(fields) }
    const body = { success: false, 'error-codes': ['timeout-or-duplicate'] }
    await expect(checkToken('turnstile', respondWith(body), { log })).rejects.toMatchObject({
      ...captchaFailed,
      message: 'The robot check failed. Reload the page and try again.',
    })
    expect(warned).toEqual([])
  })

  it('whose provider fails, redirects, doesn’t respond or sends too much or nonsense refuses everybody with 503 and Retry-After', async () => {
    await expect(checkToken('turnstile', respondWith(validResponse, 500))).rejects.toMatchObject(isAway)
    await expect(
      checkToken('turnstile', (response) => response.writeHead(302, { location: '/' }).end()),
    ).rejects.toMatchObject(isAway)
    await expect(checkToken('turnstile', neverRespond, { timeoutMs: 50 })).rejects.toMatchObject(isAway)
    await expect(checkToken('recaptcha', respondWith({ ok: true }))).rejects.toMatchObject(isAway)
    const endless = respondWith({ ...validResponse, more: ' '.repeat(200_000) })
    await expect(checkToken('turnstile', endless)).rejects.toMatchObject(isAway)
    const fake = await fakeCaptchaProvider(respondWith(validResponse, 500))
    const captcha = createThirdPartyCaptcha({ ...keys, provider: 'turnstile', verifyUrl: fake.url }, noLog)
    const response = await testSite.appWith({ captcha }).request('/api/password/forgot', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost' },
      body: JSON.stringify({ email: 'ada@example.test', captcha: 'token' }),
    })
    await fake.close()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60'])
  })
})
