import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CompareSite, comparisonIdIn, createCompareSite, eventsOf } from '#test/compare-site.ts'
import { readEvents } from '#test/read-events.ts'

/**
 * test/compare-site.ts lists this site's fake models with their prices, and test/fakes/ai-vendors.ts defines how they
 * behave. Each member starts with 30 credits.
 */
let testSite: CompareSite
let me: string
const shutdown = new AbortController()

beforeAll(async () => {
  testSite = await createCompareSite(shutdown.signal)
})
beforeEach(async () => {
  me = await testSite.member()
})
afterAll(() => testSite.close())

const answersOf = async (id: string) => {
  const { answers } = await testSite.read(id, me)
  return Object.fromEntries(answers.map((answer: { model: string }) => [answer.model, answer]))
}

describe('a comparison', () => {
  it('asks the models concurrently, charges the price of each, and is stored', async () => {
    const events = await (
      await testSite.compare(me, { variables: { name: 'Ada' }, models: ['steady', 'writer'] })
    ).events()
    const id = comparisonIdIn(events)
    expect(events.slice(0, 2)).toEqual([
      { event: 'start', data: { runId: id, comparisonId: id, model: 'steady', price: 2 } },
      { event: 'start', data: { runId: id, comparisonId: id, model: 'writer', price: 3 } },
    ])
    const steady = eventsOf(events, 'steady')
    expect(steady.map(({ data }) => data.text ?? '').join('')).toBe('Here is an answer in four pieces.')
    expect(steady.at(-1)?.data).toMatchObject({
      tokens: { input: 12, output: 34 },
      time: expect.any(Number),
      stopped: false,
    })
    expect(events.at(-1)).toEqual({ event: 'end', data: { comparisonId: id, credits: 25 } })
    expect(testSite.vendors.received.at(-1)?.body).toContain('Say hello to Ada.')
    expect(await answersOf(id)).toMatchObject({
      steady: { vendor: 'openai', version: 'steady-2026-01-01', status: 'done', price: 2, pasted: false },
      writer: { vendor: 'anthropic', status: 'done', price: 3 },
    })
  })

  it('can ask the built-in engines, for one credit each', async () => {
    const events = await (await testSite.compare(me, { models: ['composer', 'checker'] })).events()
    const answers = await answersOf(comparisonIdIn(events))
    expect(answers.composer.text).toContain('# Role')
    expect(answers.checker.text).toContain('`name`')
    expect(await testSite.creditsOf(me)).toBe(28)
  })

  it('accepts pasted answers instead of models, free of charge, and stores them once per Idempotency-Key', async () => {
    const pasted = [
      { model: 'ChatGPT', vendor: 'openai', text: 'One\u202E answer' },
      { model: 'Claude', text: 'Another' },
    ]
    const run = () => testSite.compare(me, { models: [], pasted }, { key: 'pasted-only' })
    const events = await (await run()).events()
    expect(events).toEqual([{ event: 'end', data: { comparisonId: expect.any(String), credits: 30 } }])
    expect(await (await run()).events()).toEqual(events)
    expect(await answersOf(comparisonIdIn(events))).toMatchObject({
      ChatGPT: { vendor: 'openai', text: 'One answer', status: 'done', pasted: true, price: 0 },
      Claude: { vendor: null, text: 'Another', pasted: true },
    })
    expect((await testSite.request('/api/user/comparisons', { as: me })).body.total).toBe(1)
  })

  it('can combine pasted answers with answers of available models', async () => {
    const pasted = [{ model: 'Llama at home', vendor: 'meta', text: 'Hi' }]
    const events = await (await testSite.compare(me, { models: ['steady'], pasted })).events()
    expect(events.at(-1)).toMatchObject({ event: 'end', data: { credits: 28 } })
    expect(await answersOf(comparisonIdIn(events))).toMatchObject({
      steady: { status: 'done', pasted: false },
      'Llama at home': { vendor: 'meta', pasted: true },
    })
  })

  it('uses the text of a prompt from the catalogue, with the defaults of its variables filled in', async () => {
    const prompt = await testSite.addPrompt({ title: 'Greeting', content: 'Greet {{reader:everybody}} warmly.' })
    const events = await (
      await testSite.compare(me, { content: undefined, promptId: prompt.slug, models: ['steady', 'checker'] })
    ).events()
    expect(await testSite.read(comparisonIdIn(events), me)).toMatchObject({
      prompt: { slug: prompt.slug, title: 'Greeting' },
      content: 'Greet {{reader:everybody}} warmly.',
    })
    expect(testSite.vendors.received.at(-1)?.body).toContain('Greet everybody warmly.')
  })

  it('continues if models fail, and refunds only their prices', async () => {
    const events = await (await testSite.compare(me, { models: ['cut', 'faulty', 'steady'] })).events()
    expect(eventsOf(events, 'faulty').at(-1)).toMatchObject({ event: 'error', data: { code: 'provider_unavailable' } })
    expect(eventsOf(events, 'cut').at(-1)?.event).toBe('error')
    expect(eventsOf(events, 'steady').at(-1)?.event).toBe('done')
    expect(events.at(-1)?.data.credits).toBe(28)
    expect(await answersOf(comparisonIdIn(events))).toMatchObject({
      cut: { status: 'failed', price: 0, text: 'Here is ', failure: expect.stringContaining('was lost') },
      faulty: { status: 'failed', price: 0 },
    })
  })

  it('doesn’t wait for slow models, and stops each of them on request', async () => {
    const run = await testSite.compare(me, { models: ['silent', 'stalls', 'steady'] })
    const stop = (id: string, model: string) => testSite.post(`/api/comparisons/${id}/stop`, me, { model })
    let id = ''
    const events = await readEvents(run.response, ({ event, data }) => {
      if (event === 'start') id = String(data.comparisonId)
      // The model `steady` has finished, but the other two haven't.
      if (event === 'done' && data.model === 'steady') void stop(id, 'silent').then(() => stop(id, 'stalls'))
    })
    expect(eventsOf(events, 'silent').at(-1)).toMatchObject({
      event: 'error',
      data: { error: expect.stringContaining('Nothing was charged') },
    })
    expect(eventsOf(events, 'stalls').at(-1)).toMatchObject({ event: 'done', data: { stopped: true } })
    expect(events.at(-1)?.data.credits).toBe(24)
  })

  it('is refused with the total price if the credits aren’t enough, and charges nothing', async () => {
    for (let i = 0; i < 3; i++) await (await testSite.compare(me, { models: ['steady', 'writer', 'checker'] })).events()
    for (let i = 0; i < 3; i++) await (await testSite.compare(me, { models: ['composer', 'checker'] })).events()
    const { status, body } = await testSite.post('/api/comparisons', me, { content: 'x', models: ['stalls', 'writer'] })
    expect([status, body.error, body.credits]).toEqual([402, 'You need 7 credits but only have 6.', 6])
    expect((await testSite.request('/api/user/comparisons', { as: me })).body.total).toBe(6)
    expect(await testSite.creditsOf(me)).toBe(6)
  })

  it.each([
    [{ models: ['steady'] }, 400, 'models'],
    [{ models: ['steady', 'steady'] }, 400, 'models'],
    [{ models: ['steady', 'writer', 'hostile', 'composer', 'checker', 'cut'] }, 400, 'models'],
    [{ models: [], pasted: [{ model: 'ChatGPT', text: 'Hi' }] }, 400, 'models'],
    [{ models: ['steady'], pasted: [{ model: 'steady', text: 'Hi' }] }, 400, 'models'],
    [{ models: ['steady', 'nobody'] }, 400, 'model'],
    [{ models: ['composer', 'checker'], blind: true }, 400, 'blind'],
    [{ models: ['steady', 'composer', 'checker'], blind: true }, 400, 'blind'],
    [{ models: ['steady', 'llama3.2'] }, 503, undefined],
    [{ promptId: 'greeting', models: ['steady', 'writer'] }, 400, 'content'],
    [{ content: 'x'.repeat(40_000), models: ['steady', 'writer'] }, 400, 'content'],
  ])('is refused for %j', async (input, status, field) => {
    const { body, ...response } = await testSite.post('/api/comparisons', me, { content: 'Hello.', ...input })
    expect([response.status, Object.keys(body.fields ?? {})[0]]).toEqual([status, field])
    expect(await testSite.creditsOf(me)).toBe(30)
  })

  it('refunds answers without text and charges the others if the client disconnects', async () => {
    const { response } = await testSite.compare(me, { models: ['silent', 'stalls', 'steady'] })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    let text = ''
    while (!(text.includes('event: done') && text.includes('"stalls","text"')))
      text += new TextDecoder().decode((await reader.read()).value)
    await reader.cancel()
    await Promise.all(testSite.vendors.received.slice(-3).map(({ closed }) => closed))
    await expect.poll(() => testSite.creditsOf(me)).toBe(24)
    const id = /"comparisonId":"([^"]+)"/.exec(text)?.[1] ?? ''
    await expect
      .poll(() => answersOf(id))
      .toMatchObject({
        silent: { status: 'stopped', price: 0 },
        stalls: { status: 'stopped', price: 4 },
        steady: { status: 'done' },
      })
  })

  it('never charges twice for one Idempotency-Key', async () => {
    const input = { models: ['steady', 'faulty'] }
    const first = await (await testSite.compare(me, input, { key: 'c1' })).events()
    const requestsBefore = testSite.vendors.received.length
    const again = await (await testSite.compare(me, input, { key: 'c1' })).events()
    expect(comparisonIdIn(again)).toBe(comparisonIdIn(first))
    expect(again.at(-1)).toEqual(first.at(-1))
    expect([await testSite.creditsOf(me), testSite.vendors.received.length]).toEqual([28, requestsBefore])
  })

  it('resumes with the same Idempotency-Key after its process was killed, and repeats no finished answer', async () => {
    const input = { models: ['steady', 'writer'] }
    const first = await (await testSite.compare(me, input, { key: 'c2' })).events()
    const id = comparisonIdIn(first)
    // Recreates the state after the process was killed: one answer is stored with its event, and the other is missing.
    const storedEvents = first.filter(
      ({ event, data }) => event === 'start' || (event === 'done' && data.model === 'steady'),
    )
    const request = { userId: me, key: 'c2' }
    await testSite.db
      .updateTable('idempotencyKeys')
      .set({ status: null, events: JSON.stringify(storedEvents) as never, leaseUntil: new Date(0) })
      .where((eb) => eb.and(request))
      .execute()
    await testSite.db
      .updateTable('comparisonAnswers')
      .set({ status: 'running', text: '' })
      .where('comparisonId', '=', id)
      .where('model', '=', 'writer')
      .execute()
    const requestsBefore = testSite.vendors.received.length
    const again = await (await testSite.compare(me, input, { key: 'c2' })).events()
    expect(again.filter(({ event }) => event === 'start')).toHaveLength(2)
    expect(testSite.vendors.received.slice(requestsBefore).map(({ model }) => model)).toEqual(['writer'])
    expect([comparisonIdIn(again), await testSite.creditsOf(me)]).toEqual([id, 25])
  })

  it('charges nothing for an answer that is unfinished when its hold expires, and shows it as failed', async () => {
    const connection = new AbortController()
    const { response } = await testSite.compare(me, { models: ['silent', 'checker'] }, { signal: connection.signal })
    const events = readEvents(response)
    await expect.poll(() => testSite.creditsOf(me)).toBe(27)
    const { items } = (await testSite.request('/api/user/comparisons', { as: me })).body
    await expect.poll(async () => (await answersOf(items[0].id)).checker.status).toBe('done')
    expect(await answersOf(items[0].id)).toMatchObject({
      silent: { status: 'running', failure: null },
      checker: { failure: null },
    })
    testSite.clock.time = new Date(testSite.clock.time.getTime() + 16 * 60_000)
    expect(await testSite.creditsOf(me)).toBe(29)
    expect(await answersOf(items[0].id)).toMatchObject({
      silent: { status: 'failed', price: 0, failure: expect.any(String) },
      checker: { status: 'done', failure: null },
    })
    connection.abort()
    await events
  })

  it('sends its final events and refunds unfinished answers when the server shuts down', async () => {
    const { response } = await testSite.compare(me, { models: ['silent', 'stalls'] })
    const events = await readEvents(response, ({ event }) => event === 'delta' && shutdown.abort())
    expect(eventsOf(events, 'stalls').at(-1)).toMatchObject({ event: 'error', data: { code: 'overloaded' } })
    expect(events.at(-1)).toMatchObject({ event: 'end', data: { credits: 30 } })
  })
})
