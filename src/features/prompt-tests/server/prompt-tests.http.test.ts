import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePlanForAll } from '#features/credits/server/credit-context.ts'
import { grantCredits } from '#features/credits/server/grant-credits.ts'
import { inTransaction } from '#platform/database/db.ts'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'
import { readEvents } from '#test/read-events.ts'
import { closeTestRuns } from './close-test-runs.ts'

/**
 * Of the fake models of this site, `steady`, `writer` and `hostile` answer, `faulty` fails, `silent` never answers, and
 * `stalls` hangs after its first words. An answer by `steady` or `silent` costs 2 credits, by `writer` 3, by `hostile`
 * 1 and by `stalls` 4. A new member has 30 credits.
 */
let testSite: CompareSite
let author: string
let other: string
let slug: string
let count = 0

beforeAll(async () => {
  testSite = await createCompareSite()
})
beforeEach(async () => {
  author = await testSite.member()
  other = await testSite.member()
  const json = { title: `Tested prompt ${++count}`, content: 'Say hello to {{name}} politely.', category: 'general' }
  slug = (await testSite.request('/api/prompts', { as: author, method: 'POST', json })).body.slug
})
afterAll(() => testSite.close())

const testsPath = (path = '') => `/api/prompts/${slug}/tests${path}`
const contains = (text: string) => ({ kind: 'contains', text })
const draft = (more: object = {}) => ({
  reason: 'It greets by name',
  values: { name: 'Ada' },
  checks: [contains('answer')],
  ...more,
})
const addCase = (as: string, more?: object) => testSite.post(testsPath('/cases'), as, draft(more))
const read = async (as?: string) => (await testSite.request(testsPath(), { as })).body
const run = (as: string, input: object, more: { key?: string; signal?: AbortSignal } = {}) =>
  testSite.stream(testsPath('/runs'), { as, json: { models: ['steady'], ...input }, ...more })
const readRun = async (runId: unknown, as?: string, query = '') =>
  (await testSite.request(testsPath(`/runs/${runId}${query}`), { as })).body
const readSlugsWithResults = async () => {
  const { items } = (await testSite.request('/api/prompts?results=true')).body
  return items.map((item: { slug: string }) => item.slug)
}
const runIdOf = (events: { data: Record<string, unknown> }[]) => events[0]?.data.runId

describe('cases', () => {
  it('are added by the author, at most five, even by concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 7 }, () => addCase(author)))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409])
    const { cases } = await read()
    expect(cases).toHaveLength(5)
    expect(cases[0]).toMatchObject({ reason: 'It greets by name', values: { name: 'Ada' }, revision: 1 })
  })

  it('are proposed by others, at most two open ones each, and the author decides', async () => {
    const { body } = await addCase(other)
    expect((await addCase(other)).status).toBe(201)
    expect((await addCase(other)).status).toBe(409)
    expect(await read()).toMatchObject({ cases: [], proposals: [] })
    expect((await read(await testSite.member())).proposals).toEqual([])
    expect((await read(other)).proposals).toHaveLength(2)
    expect((await read(author)).proposals).toHaveLength(2)
    const accept = (as: string) => testSite.post(testsPath(`/cases/${body.id}/accept`), as)
    expect((await accept(other)).status).toBe(403)
    expect((await Promise.all([accept(author), accept(author)])).map(({ status }) => status)).toEqual([200, 200])
    expect(await read()).toMatchObject({ cases: [{ id: body.id }] })
    const remove = (as: string, id: string) => testSite.request(testsPath(`/cases/${id}`), { as, method: 'DELETE' })
    expect((await remove(other, body.id)).status).toBe(403)
    expect((await remove(other, (await read(other)).proposals[0].id)).status).toBe(204)
    expect((await remove(author, body.id)).status).toBe(204)
  })

  it('can be accepted only up to the limit', async () => {
    const { body: proposed } = await addCase(other)
    for (let i = 0; i < 5; i++) await addCase(author)
    expect(await testSite.post(testsPath(`/cases/${proposed.id}/accept`), author)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('5 cases') },
    })
    expect(await read(author)).toMatchObject({ cases: Array(5).fill({}), proposals: [{ id: proposed.id }] })
  })

  it('get a new revision only when values or checks change', async () => {
    const { id } = (await addCase(author)).body
    const change = (json: object) => testSite.request(testsPath(`/cases/${id}`), { as: author, method: 'PATCH', json })
    expect((await change({ reason: 'Greets' })).body).toMatchObject({ reason: 'Greets', revision: 1 })
    expect((await change({ values: { name: 'Bo' } })).body).toMatchObject({ revision: 2 })
    expect((await change({ checks: [contains('answer')] })).body).toMatchObject({ revision: 2 })
    expect((await change({ checks: [contains('tide')] })).body).toMatchObject({ revision: 3 })
    expect((await change({ checks: [] })).body).toMatchObject({ code: 'validation_failed' })
  })

  it.each([
    [{ kind: 'matches', pattern: '(a' }, /can’t be read/],
    [{ kind: 'matches', pattern: '(.*a){200}' }, /repeats too much/],
    [{ kind: 'json-schema', schema: '{"$ref":"https://example.org/x"}' }, /own parts/],
    [{ kind: 'number' }, /the highest, or both/],
  ])('are refused if one of their checks can’t be run: %j', async (check, message) => {
    const { status, body } = await addCase(author, { checks: [contains('x'), check] })
    expect(status).toBe(400)
    expect(body.fields['checks.1']).toMatch(message)
  })
})

it('trying or running a case is refused if its filled-in text would have millions of characters', async () => {
  const content = '{{name}} '.repeat(60)
  const values = { name: 'a'.repeat(50_000) }
  const json = { title: `Tested prompt ${++count}`, content, category: 'general' }
  slug = (await testSite.request('/api/prompts', { as: author, method: 'POST', json })).body.slug
  const response = await testSite.post(testsPath('/check'), author, { values, checks: [contains('a')] })
  // Otherwise a member could request gigabytes, which would crash the server.
  expect([response.status, response.body.code]).toEqual([400, 'validation_failed'])
  await addCase(author, { values })
  expect(await testSite.post(testsPath('/runs'), author, { models: ['steady'] })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('million characters') },
  })
})

it('trying a case asks no model and returns the filled-in text, the blanks without a value, and the outcomes of the checks on a given answer', async () => {
  const json = { values: {}, checks: [contains('hello'), { kind: 'matches', pattern: '(' }], answer: 'hello you' }
  const { body } = await testSite.post(testsPath('/check'), other, json)
  expect(body).toMatchObject({
    text: 'Say hello to {{name}} politely.',
    missing: ['name'],
    checks: [
      { error: null, outcome: { passed: true } },
      { error: expect.any(String), outcome: null },
    ],
  })
  expect(testSite.vendors.received.some(({ body: sent }) => sent.includes(json.answer))).toBe(false)
})

describe('a run', () => {
  it('asks each model three times for each case, charges for each answer, and leads to public results', async () => {
    await addCase(author)
    await addCase(author, { checks: [contains('no such text'), { kind: 'words-max', words: 9 }] })
    const events = await (await run(other, {})).events()
    expect(events[0]).toMatchObject({ event: 'start', data: { answers: 6, price: 12 } })
    expect(events.at(-1)).toMatchObject({ event: 'end', data: { credits: 18 } })
    expect(testSite.vendors.received.filter(({ body }) => body.includes('Say hello to Ada politely.')).length).toBe(6)
    const { results } = await read()
    expect(results).toEqual([
      expect.objectContaining({
        model: 'steady',
        version: 'steady-2026-01-01',
        passed: 3,
        answered: 6,
        failed: 0,
        low: null,
        price: 2,
        isCurrent: true,
        promptVersion: 1,
      }),
    ])
    const completeRun = await readRun(runIdOf(events))
    expect(completeRun).toMatchObject({
      isCurrent: true,
      passed: 3,
      answered: 6,
      parameters: { outputTokensMax: 4096 },
    })
    expect(completeRun.answers[0]).toMatchObject({
      case: 0,
      text: 'Here is an answer in four pieces.',
      passed: true,
      checks: [{ passed: true, why: null }],
    })
    expect(completeRun.answers.at(-1)).toMatchObject({ case: 1, text: null, passed: false })
    expect((await readRun(runIdOf(events), undefined, '?case=1')).answers.at(-1).checks).toEqual([
      { passed: false, why: 'The answer doesn’t contain the text.' },
      { passed: true, why: null },
    ])
    expect(await readSlugsWithResults()).toContain(slug)
  })

  it('adds to the answers of earlier runs on the same basis; once there are nine, the result has an interval', async () => {
    await addCase(author)
    for (const as of [author, other, other]) await (await run(as, {})).events()
    expect((await read()).results).toEqual([expect.objectContaining({ passed: 9, answered: 9, high: 1 })])
    expect((await testSite.request(testsPath('/runs?limit=2'))).body).toMatchObject({ total: 3, items: [{}, {}] })
  })

  it('of five cases on five models, one failing and one hanging, stores each outcome and charges only for answers', async () => {
    for (let i = 0; i < 5; i++) await addCase(author)
    const gift = { kind: 'gift', reason: 'Gift', expiresAt: null, sourceKey: 'admin:test' } as const
    const credits = { now: () => testSite.clock.time, planOf: freePlanForAll, limitsFirstGrants: false }
    await inTransaction(testSite.db, (tx) => grantCredits(tx, credits, { userId: other, amount: 200, ...gift }))
    const models = ['steady', 'writer', 'hostile', 'faulty', 'stalls']
    const client = new AbortController()
    let settledCount = 0
    const { response } = await run(other, { models }, { signal: client.signal })
    // The member closes the page once all questions have an outcome, except those to the model that hangs.
    await readEvents(response, ({ event, data }) => {
      if ((event === 'done' || event === 'error') && data.model !== 'stalls' && ++settledCount === 60) client.abort()
    }).catch(() => undefined)
    const runs = async () => (await testSite.request(testsPath('/runs'))).body.items
    await expect.poll(async () => (await runs())[0].endedAt).not.toBeNull()
    const { answers } = await readRun((await runs())[0].id)
    const answersBy = (model: string, status: string) =>
      answers.filter((answer: { model: string; status: string }) => answer.model === model && answer.status === status)
    expect(answers).toHaveLength(75)
    for (const model of ['steady', 'writer', 'hostile']) expect(answersBy(model, 'done')).toHaveLength(15)
    expect(answersBy('faulty', 'failed')).toHaveLength(15)
    expect(answersBy('stalls', 'stopped').length + answersBy('stalls', 'failed').length).toBe(15)
    const paid = answers.reduce((sum: number, { price }: { price: number }) => sum + price, 0)
    const partialCount = answersBy('stalls', 'stopped').filter(({ price }: { price: number }) => price > 0).length
    expect(paid).toBe(15 * (2 + 3 + 1) + partialCount * 4)
    expect(await testSite.creditsOf(other)).toBe(230 - paid)
    expect((await read()).results.map(({ model }: { model: string }) => model).sort()).toEqual([
      'hostile',
      'steady',
      'writer',
    ])
  })

  it('is charged only once per Idempotency-Key, and resumes if its process died', async () => {
    await addCase(author)
    const first = await (await run(other, {}, { key: 'again' })).events()
    expect(await (await run(other, {}, { key: 'again' })).events()).toEqual(first)
    expect(await testSite.creditsOf(other)).toBe(24)
    const stored = first.filter(({ event, data }) => event === 'start' || data.place === 0)
    await testSite.db
      .updateTable('idempotencyKeys')
      .set({ status: null, events: JSON.stringify(stored) as never, leaseUntil: new Date(0) })
      .where('userId', '=', other)
      .execute()
    await testSite.db
      .updateTable('testAnswers')
      .set({ status: 'running', text: '', passed: null, checks: null })
      .where('runId', '=', String(runIdOf(first)))
      .where('place', '>', 0)
      .execute()
    const requestsBefore = testSite.vendors.received.length
    await (await run(other, {}, { key: 'again' })).events()
    expect(testSite.vendors.received.length - requestsBefore).toBe(2)
    expect(await testSite.creditsOf(other)).toBe(24)
  })

  it('is closed by a job if its process died; unanswered questions cost nothing', async () => {
    await addCase(author)
    const client = new AbortController()
    const { response } = await run(other, { models: ['silent'] }, { signal: client.signal })
    const events = readEvents(response)
    await expect.poll(() => testSite.creditsOf(other)).toBe(24)
    await closeTestRuns(testSite.db, testSite.clock.time)
    expect(await testSite.creditsOf(other)).toBe(24)
    // The job closes runs that started at least 15 minutes ago.
    testSite.clock.time = new Date(testSite.clock.time.getTime() + 16 * 60_000)
    await closeTestRuns(testSite.db, testSite.clock.time)
    expect(await testSite.creditsOf(other)).toBe(30)
    const [{ id }] = (await testSite.request(testsPath('/runs'))).body.items
    expect((await readRun(id)).answers.map(({ status }: { status: string }) => status)).toEqual(Array(3).fill('failed'))
    client.abort()
    await events.catch(() => undefined)
    expect((await readRun(id)).answers.map(({ price }: { price: number }) => price)).toEqual([0, 0, 0])
    expect(await testSite.creditsOf(other)).toBe(30)
  })

  it('is refused for a filled-in text that is longer than models accept', async () => {
    await addCase(author)
    const content = (length: number) => ({ content: 'a'.repeat(length) })
    expect(await testSite.post(testsPath('/runs'), author, { models: ['steady'], ...content(32_001) })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('32,001 characters') },
    })
    expect((await run(author, content(32_000))).status).toBe(200)
  })

  it('is refused without cases, enough credits or a session, and for a built-in engine or a model named twice', async () => {
    expect((await run(other, {})).status).toBe(409)
    for (let i = 0; i < 5; i++) await addCase(author)
    expect((await run(other, { models: ['writer'] })).status).toBe(402)
    expect((await run(other, { models: ['composer'] })).status).toBe(400)
    expect((await run(other, { models: ['steady', 'steady'] })).status).toBe(400)
    expect((await testSite.post(testsPath('/runs'), undefined, { models: ['steady'] })).status).toBe(401)
    expect(await testSite.creditsOf(other)).toBe(30)
    expect((await testSite.request(testsPath('/runs'))).body.total).toBe(0)
  })
})

describe('results', () => {
  const edit = (json: object) => testSite.request(`/api/prompts/${slug}`, { as: author, method: 'PATCH', json })

  it('aren’t current after an edit or a new case, until the tests run again or the old text returns', async () => {
    await addCase(author)
    await (await run(other, {})).events()
    await edit({ content: 'Greet {{name}} warmly, please.' })
    expect(await read()).toMatchObject({
      version: 2,
      results: [{ passed: 3, isCurrent: false, promptVersion: 1 }],
      measuredVersion: 1,
      measuredContent: 'Say hello to {{name}} politely.',
    })
    await (await run(other, {})).events()
    expect(await read()).toMatchObject({ results: [{ isCurrent: true, promptVersion: 2 }], measuredVersion: null })
    // The original text is back, so its results are current again.
    await edit({ content: 'Say hello to {{name}} politely.' })
    expect(await read()).toMatchObject({ results: [{ isCurrent: true, promptVersion: 3 }] })
    await addCase(author)
    expect(await read()).toMatchObject({ results: [{ isCurrent: false, promptVersion: 2 }], measuredVersion: 2 })
  })

  it('count unanswered questions once, for the model version that answered last', async () => {
    await addCase(author)
    const events = await (await run(other, {})).events()
    const change = (place: number, set: object) =>
      testSite.db
        .updateTable('testAnswers')
        .set(set)
        .where('runId', '=', String(runIdOf(events)))
        .where('place', '=', place)
        .execute()
    const failedAnswer = { status: 'failed', version: null, text: '', passed: null, checks: null, price: 0 }
    await change(0, failedAnswer)
    expect((await read()).results).toMatchObject([{ version: 'steady-2026-01-01', answered: 2, failed: 1 }])
    await change(1, { version: 'steady-2026-02-02', answeredAt: new Date(testSite.clock.time.getTime() + 1_000) })
    expect((await read()).results).toMatchObject([
      { version: 'steady-2026-01-01', answered: 1, failed: 0 },
      { version: 'steady-2026-02-02', answered: 1, failed: 1 },
    ])
    await change(1, failedAnswer)
    await change(2, failedAnswer)
    expect((await read()).results).toEqual([])
  })

  it('on an unpublished text are visible only to the author, and count after the text is published', async () => {
    await addCase(author)
    const content = 'Greet {{name}} in a new way.'
    expect((await run(other, { content })).status).toBe(403)
    const events = await (await run(author, { content })).events()
    for (const reader of [undefined, other]) {
      expect((await read(reader)).results).toEqual([])
      expect((await testSite.request(testsPath('/runs'), { as: reader })).body.items).toEqual([])
      expect((await testSite.request(testsPath(`/runs/${runIdOf(events)}`), { as: reader })).status).toBe(404)
    }
    expect((await read(author)).results).toMatchObject([{ isCurrent: false, promptVersion: null }])
    expect(await readSlugsWithResults()).not.toContain(slug)
    await edit({ content })
    expect((await read()).results).toMatchObject([{ isCurrent: true, promptVersion: 2, passed: 3 }])
    expect(await readSlugsWithResults()).toContain(slug)
  })

  it('are anonymized when the account that ran the tests is deleted; its open proposals are deleted', async () => {
    await addCase(author)
    const events = await (await run(other, {})).events()
    await addCase(other)
    const { eraseTests } = await import('./erase-tests.ts')
    await inTransaction(testSite.db, (tx) => eraseTests(tx, other))
    expect(await readRun(runIdOf(events))).toMatchObject({ runner: null, bySite: false, passed: 3 })
    expect((await read(author)).proposals).toEqual([])
  })
})

it('cases are exported as a configuration file for promptfoo, a tool that tests prompts', async () => {
  await addCase(author, { checks: [contains('{{ x }}'), { kind: 'json-schema', schema: '{ "type": "object" }' }] })
  const response = await testSite.app.request(testsPath('/promptfoo.yaml'))
  const { readYaml } = await import('#lib/yaml.ts')
  // promptfoo renders the first line of `raw` and the `{{ '' }}` after it as nothing, and `{{ '{' }}` as a brace.
  expect(readYaml(await response.text()).value).toMatchObject({
    prompts: [{ label: expect.any(String), raw: "{{ '' -}}\n{{ '' }}Say hello to {{ blank_1 }} politely." }],
    evaluateOptions: { repeat: 3 },
    tests: [
      {
        description: 'It greets by name',
        vars: { blank_1: 'Ada' },
        assert: [
          { type: 'contains', value: "{{ '{' }}{ x }}" },
          { type: 'is-json', value: '{ "type": "object" }' },
        ],
      },
    ],
  })
})
