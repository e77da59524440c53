import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aiVendors } from '#features/models/rules.ts'
import { vendorFacts } from '#features/models/vendor-rules.ts'
import { openRouterCost } from '#test/fakes/ai-protocols.ts'
import { type AiVendors, answerChunks, behaviors, startAiVendors, wholeAnswer } from '#test/fakes/ai-vendors.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { worstCost } from '../price-rules.ts'
import { askLimits } from '../rules.ts'
import { createModels } from './create-models.ts'
import type { ModelSettings } from './vendor-settings.ts'

/** Longer than any test runs. Tests of a deadline set a shorter one. */
const deadlines = { firstTokenMs: 60_000, totalMs: 60_000 }
const siteKey = 'sk-site-key-0123456789'

let vendors: AiVendors
let testSite: TestSite
let logged: object[]

beforeAll(async () => {
  vendors = await startAiVendors()
  testSite = await createTestSite()
})
afterAll(async () => {
  await vendors.close()
  await testSite.close()
})

/** Each vendor, and OpenRouter, which here serves OpenAI's models. */
const upstreams = [...aiVendors, 'openrouter'] as const
type Upstream = (typeof upstreams)[number]

const idOf = (upstream: Upstream, model: string) => (upstream === 'openrouter' ? `openai/${model}` : model)

/** The settings as an operator would write them, with a model for every behavior of the fake vendor. */
function settingsOf(upstream: Upstream): ModelSettings {
  const models = Object.keys(behaviors).map((name) => `${idOf(upstream, name)}=2 usd=1/2`)
  const settings = { key: siteKey, baseUrl: vendors.baseUrl(upstream), models: models.join(', ') }
  const base = { dailyBudget: null, deadlines }
  return upstream === 'openrouter'
    ? { ...base, vendors: {}, openRouter: settings }
    : { ...base, vendors: { [upstream]: settings } }
}

/** Creates the models of one vendor only, because all vendors have the same ids here. */
function modelsOf(upstream: Upstream, further: Partial<ModelSettings> = {}) {
  logged = []
  return createModels({
    db: testSite.db,
    now: () => new Date(),
    settings: { ...settingsOf(upstream), ...further },
    log: (fields) => logged.push(fields),
  })
}

async function ask(
  vendor: Upstream,
  behavior: string,
  more: { signal?: AbortSignal; key?: string; deadlines?: typeof deadlines } = {},
) {
  const chunks: string[] = []
  const model = idOf(vendor, behavior)
  const answer = await modelsOf(vendor, { deadlines: more.deadlines ?? deadlines }).askModel({
    model,
    system: 'Be kind.',
    prompt: 'A secret question',
    signal: more.signal ?? new AbortController().signal,
    // Members can't have a key for Meta's models. One for OpenAI must not be sent there.
    keys: more.key === undefined ? {} : { [vendor === 'meta' ? 'openai' : vendor]: more.key },
    onText: (text) => chunks.push(text),
  })
  return { ...answer, chunks, requests: vendors.received.filter((one) => one.vendor === vendor && one.model === model) }
}

describe.each(upstreams)('a model of %s', (vendor) => {
  it('answers in chunks, and reports tokens, times and cost', async () => {
    const answer = await ask(vendor, 'steady')
    expect(answer.chunks).toEqual(answerChunks)
    expect(answer).toMatchObject({
      text: wholeAnswer,
      ending: { kind: 'done', cut: false },
      tokens: { input: 12, output: 34, estimated: false },
    })
    // Meta's models run at the operator's own endpoint, which costs nothing. OpenRouter reports the cost itself.
    const costs: Partial<Record<Upstream, number>> = { meta: 0, openrouter: openRouterCost }
    expect(answer.cost).toBeCloseTo(costs[vendor] ?? (12 * 1 + 34 * 2) / 1_000_000, 9)
    expect(answer.timeToFirstToken).toBeLessThanOrEqual(answer.time)
    expect(answer.requests[0]?.body).toContain('Be kind.')
    expect(JSON.stringify(answer.requests[0]?.headers)).toContain(siteKey)
  })

  it('has its tokens estimated if it reports impossible numbers', async () => {
    // Anthropic reports the question's tokens at the start of the stream. There, the fake reports the correct number.
    const input = vendor === 'anthropic' ? 12 : 7
    for (const behavior of ['negative-tokens', 'fractional-tokens', 'huge-tokens']) {
      const { tokens, cost, text } = await ask(vendor, behavior)
      expect([behavior, text, tokens]).toEqual([behavior, wholeAnswer, { input, output: 9, estimated: true }])
      if (vendor !== 'meta' && vendor !== 'openrouter') expect(cost).toBeCloseTo((input * 1 + 9 * 2) / 1_000_000, 9)
    }
  })

  it('has a version of at most 200 characters, even if it reports a longer one', async () => {
    const { version } = await ask(vendor, 'long-name')
    expect(version?.length ?? 0).toBeLessThanOrEqual(200)
  })

  it('reports that it reached its length limit', async () => {
    expect(await ask(vendor, 'capped')).toMatchObject({ text: wholeAnswer, ending: { kind: 'done', cut: true } })
  })

  it('fails if its stream breaks off, and keeps the text so far', async () => {
    expect(await ask(vendor, 'cut')).toMatchObject({ text: answerChunks[0], ending: { kind: 'failed' } })
  })

  it('fails if its stream ends without a finish reason', async () => {
    expect(await ask(vendor, 'unfinished')).toMatchObject({ ending: { kind: 'failed' } })
  })

  it('fails if it sends garbage or a web page', async () => {
    expect(await ask(vendor, 'garbled')).toMatchObject({ ending: { kind: 'failed' } })
    expect(await ask(vendor, 'page')).toMatchObject({ text: '', ending: { kind: 'failed' } })
  })

  it('is abandoned at the deadline for its first token if it never answers, and its connection is closed', async () => {
    const { ending, requests } = await ask(vendor, 'silent', { deadlines: { ...deadlines, firstTokenMs: 100 } })
    expect(ending).toMatchObject({
      kind: 'failed',
      error: { code: 'provider_unavailable', message: expect.stringContaining('didn’t start') },
    })
    await requests[0]?.closed
  })

  it('is abandoned at the deadline for the whole answer if it never finishes', async () => {
    let totalMs = 100
    const untilDeadline = () => ask(vendor, 'drip', { deadlines: { ...deadlines, totalMs } })
    let attempt = await untilDeadline()
    // On a busy machine, the first token may take longer than the deadline.
    for (; attempt.text === ''; attempt = await untilDeadline()) totalMs *= 2
    const { ending, text, requests } = attempt
    expect(ending).toMatchObject({ kind: 'failed', error: { message: expect.stringContaining('didn’t finish') } })
    expect(text).toContain('drop ')
    await requests.at(-1)?.closed
  })

  it('is asked once more if it is busy, and only once', async () => {
    expect(await ask(vendor, 'busy-once')).toMatchObject({ text: wholeAnswer, requests: { length: 2 } })
    const refused = await ask(vendor, 'busy')
    expect(refused).toMatchObject({
      ending: { kind: 'failed', error: { code: 'rate_limited' } },
      requests: { length: 2 },
    })
  })

  it('is not asked again if it asks for a pause longer than the deadline', async () => {
    expect(await ask(vendor, 'busy-long')).toMatchObject({ ending: { kind: 'failed' }, requests: { length: 1 } })
  })

  it('is not asked again after a server error, since both requests could be billed', async () => {
    expect(await ask(vendor, 'faulty')).toMatchObject({
      ending: { kind: 'failed' },
      cost: expect.any(Number),
      requests: { length: 1 },
    })
  })

  it('fails if its answer is empty or has no visible character', async () => {
    expect(await ask(vendor, 'empty')).toMatchObject({ ending: { kind: 'failed' }, text: '' })
    expect(await ask(vendor, 'invisible')).toMatchObject({ ending: { kind: 'failed' } })
  })

  it('is cut off after too much text, and its connection is closed', async () => {
    const { text, ending, requests } = await ask(vendor, 'huge')
    expect(text).toHaveLength(askLimits.textMax)
    expect(ending).toEqual({ kind: 'done', cut: true })
    await requests[0]?.closed
  })

  it('is cut off after an event of half a megabyte, before the event fills the memory', async () => {
    const { ending, requests } = await ask(vendor, 'endless-event')
    expect(ending).toMatchObject({ kind: 'failed' })
    expect(await requests[0]?.closed).toBeLessThan(20_000_000)
  })

  it('can’t redirect the prompt and the key to another address', async () => {
    const { ending, requests } = await ask(vendor, 'redirects')
    expect(ending).toMatchObject({ kind: 'failed' })
    expect(requests).toHaveLength(1)
  })

  it('can’t send invisible characters', async () => {
    const { text } = await ask(vendor, 'hostile')
    expect(text).toBe('<script>alert(1)</script>txt.exe![x](https://evil.example/?q=1)')
  })

  it('is stopped by the caller, and its connection is closed immediately', async () => {
    const stop = new AbortController()
    const countDripRequests = () =>
      vendors.received.filter((one) => one.vendor === vendor && one.model === idOf(vendor, 'drip')).length
    const before = countDripRequests()
    const answering = ask(vendor, 'drip', { signal: stop.signal })
    await expect.poll(countDripRequests).toBe(before + 1)
    stop.abort()
    const { ending, requests } = await answering
    expect(ending).toEqual({ kind: 'stopped' })
    await requests.at(-1)?.closed
  })

  it('never leaks the key or the prompt into the log or error message, even if its error quotes them', async () => {
    const { ending } = await ask(vendor, 'quoting', { key: 'sk-own-key-9876543210' })
    // Meta's models run at the operator's own endpoint, which doesn't get members' keys.
    const takesOwnKeys = vendor !== 'meta'
    expect(JSON.stringify(vendors.received.at(-1)?.headers)).toContain(takesOwnKeys ? 'sk-own-key' : siteKey)
    expect(JSON.stringify(vendors.received.at(-1)?.headers)).not.toContain(takesOwnKeys ? siteKey : 'sk-own-key')
    const output = JSON.stringify([logged, ending, ending.kind === 'failed' && ending.error.message])
    expect(logged).toHaveLength(1)
    for (const secret of ['sk-own-key', siteKey, 'secret question']) expect(output).not.toContain(secret)
  })
})

describe('missed deadlines', () => {
  const countFive = async (behavior: string, missed: typeof deadlines, key?: string) => {
    const models = modelsOf('openai', { deadlines: missed })
    const question = { prompt: 'Hi', signal: new AbortController().signal, onText: () => undefined }
    const keys = key === undefined ? {} : { openai: key }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => models.askModel({ ...question, model: behavior, keys })),
    )
    for (const { ending } of answers) expect(ending.kind).toBe('failed')
    return { hasText: answers.every(({ text }) => text !== ''), isSuspended: models.sources()[0]?.isSuspended }
  }
  const silence = { firstTokenMs: 100, totalMs: 60_000 }

  it('suspend a vendor that sends nothing', async () => {
    expect(await countFive('silent', silence)).toEqual({ hasText: false, isSuspended: true })
  })

  it('don’t suspend a vendor whose model was working, or that was asked with a member’s own key', async () => {
    expect(await countFive('silent', silence, 'sk-own-key-9876543210')).toEqual({ hasText: false, isSuspended: false })
    let totalMs = 200
    let outcome = await countFive('drip', { firstTokenMs: 60_000, totalMs })
    // On a busy machine, the first text may take longer than the deadline.
    for (; !outcome.hasText; outcome = await countFive('drip', { firstTokenMs: 60_000, totalMs })) totalMs *= 2
    expect(outcome.isSuspended).toBe(false)
  })

  it('for the first token are met by thoughts, which Google’s thinking models are asked to send', async () => {
    const bodyFor = async (model: string) => {
      const settings = { key: siteKey, baseUrl: vendors.baseUrl('google'), models: `${model}=1` }
      const models = modelsOf('google', { vendors: { google: settings } })
      await models.askModel({ model, prompt: 'Hi', signal: new AbortController().signal, onText: () => undefined })
      return vendors.received.findLast((one) => one.model === model)?.body
    }
    expect(await bodyFor('gemini-2.5-pro')).toContain('"thinkingConfig":{"includeThoughts":true}')
    expect(await bodyFor('gemini-2.5-flash-lite')).not.toContain('thinkingConfig')
  })
})

describe('the daily budget', () => {
  const highest = worstCost({ input: 1, output: 2 }, 'Be kind.A secret question', askLimits.outputTokensMax)
  const spent = async () => (await modelsOf('openai').budget()).spent

  async function outcomeOf(asking: () => Promise<{ ending: { kind: string } }>) {
    const before = await spent()
    const { ending } = await asking()
    return { ending: ending.kind, cost: Math.round(((await spent()) - before) * 1_000_000) / 1_000_000 }
  }

  async function askAndStop() {
    const stop = new AbortController()
    const answering = ask('openai', 'silent', { signal: stop.signal })
    await expect.poll(() => vendors.received.some(({ model }) => model === 'silent')).toBe(true)
    stop.abort()
    return answering
  }

  it('keeps the highest cost of an answer that didn’t end, because unseen reasoning is billed too', async () => {
    const late = () => ask('openai', 'silent', { deadlines: { ...deadlines, firstTokenMs: 100 } })
    expect(await outcomeOf(late)).toEqual({ ending: 'failed', cost: highest })
    vendors.received.length = 0
    expect(await outcomeOf(askAndStop)).toEqual({ ending: 'stopped', cost: highest })
    expect(await outcomeOf(() => ask('openai', 'cut'))).toEqual({ ending: 'failed', cost: highest })
  })

  it('gets the highest cost back if the vendor refused the question', async () => {
    for (const refused of ['faulty', 'quoting', 'busy'])
      expect(await outcomeOf(() => ask('openai', refused))).toEqual({ ending: 'failed', cost: 0 })
  })

  it('gets the highest cost back if the answer is stopped while it waits to be asked again', async () => {
    let ms = 100
    const untilStopped = () => outcomeOf(() => ask('openai', 'busy-soon', { signal: AbortSignal.timeout(ms) }))
    let outcome = await untilStopped()
    // On a busy machine, the refusal may take longer.
    for (; outcome.cost > 0 && ms < 10_000; outcome = await untilStopped()) ms *= 2
    expect(outcome).toEqual({ ending: 'stopped', cost: 0 })
  })
})

// These tests cost money, so they run only on request: LIVE_AI=1 OPENAI_API_KEY=… vitest run adapters.
const keyOf = (vendor: (typeof aiVendors)[number]) => process.env[`${vendorFacts[vendor].setting}_API_KEY`]
for (const vendor of process.env.LIVE_AI === '1' ? aiVendors.filter(keyOf) : []) {
  it(`the real API of ${vendor} answers and reports tokens`, async () => {
    const [model] = vendorFacts[vendor].models
    const live = createModels({
      db: testSite.db,
      now: () => new Date(),
      settings: {
        vendors: { [vendor]: { key: keyOf(vendor), baseUrl: process.env[`${vendorFacts[vendor].setting}_BASE_URL`] } },
        dailyBudget: 1,
      },
      log: (fields) => console.error(fields),
    })
    const answer = await live.askModel({
      model: model?.id ?? '',
      prompt: 'Answer with the word yes.',
      signal: new AbortController().signal,
      onText: () => undefined,
    })
    expect(answer).toMatchObject({ ending: { kind: 'done' }, tokens: { estimated: false } })
  })
}
