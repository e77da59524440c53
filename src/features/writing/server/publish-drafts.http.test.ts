import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { draftsPerMember } from './writing-limits.ts'

let testSite: TestSite
let ada: string
let peopleCount = 0
beforeAll(async () => {
  testSite = await createTestSite()
})
beforeEach(async () => {
  ada = await testSite.addUser(`drafter_${++peopleCount}`)
})
afterAll(() => testSite.close())

const publish = (json: object = {}, as: string | undefined = ada) =>
  testSite.request('/api/user/prompts/publish', { method: 'POST', as, json })
const ownCounts = async () => (await testSite.request('/api/user/prompts', { as: ada })).body.counts

const words = ['harbor', 'meadow', 'engine', 'violin', 'ledger', 'glacier', 'orchard', 'compass', 'lantern', 'saddle']
/** Returns a text that isn't similar to the text for any other number. */
const textOf = (n: number) =>
  Array.from({ length: 12 }, (_, index) => `${words[(n * 7 + index * index) % 10]} ${n * 31 + index}`).join(' ')

describe('publishing all drafts', () => {
  it('publishes those without warnings, and returns the others with their warnings', async () => {
    const published = await testSite.addPrompt({ title: 'The same', content: textOf(900 + peopleCount) })
    const same = await testSite.addPrompt({
      title: 'Alike',
      content: textOf(900 + peopleCount),
      userId: ada,
      status: 'draft',
    })
    await testSite.addPrompt({ title: 'Leak', content: `Use ghp_${'a'.repeat(36)}.`, userId: ada, status: 'draft' })
    const fine = await testSite.addPrompt({ title: 'Fine', content: textOf(950), userId: ada, status: 'draft' })
    const { status, body } = await publish()
    expect([status, body]).toEqual([
      200,
      {
        published: 1,
        pending: 0,
        next: null,
        kept: [
          {
            id: same.id,
            slug: same.slug,
            title: 'Alike',
            check: {
              nearDuplicates: [{ slug: published.slug, title: 'The same', likeness: 1 }],
              hiddenCharacters: [],
              secrets: [],
            },
          },
          expect.objectContaining({ title: 'Leak' }),
        ],
      },
    ])
    expect((await testSite.request(`/api/prompts/${fine.slug}`)).body.status).toBe('published')
    expect(await ownCounts()).toMatchObject({ published: 1, draft: 2 })
    expect((await publish()).body).toMatchObject({ published: 0, kept: [{}, {}] })
  })

  it('continues after the last draft of the previous request, and doesn’t touch other people’s drafts', async () => {
    for (let n = 0; n < 27; n++)
      await testSite.addPrompt({ title: `Draft ${n}`, content: textOf(n), userId: ada, status: 'draft' })
    const other = await testSite.addPrompt({ content: textOf(800), status: 'draft' })
    // A request publishes at most 25 drafts.
    const first = await publish()
    expect(first.body).toMatchObject({ published: 25, kept: [] })
    expect((await publish({ after: first.body.next })).body).toEqual({ published: 2, pending: 0, kept: [], next: null })
    expect((await testSite.request(`/api/prompts/${other.slug}`)).status).toBe(404)
  })

  it('doesn’t publish a second draft with the same text as the first', async () => {
    for (const title of ['One', 'Two'])
      await testSite.addPrompt({ title, content: textOf(700), userId: ada, status: 'draft' })
    expect((await publish()).body).toMatchObject({ published: 1, kept: [{ title: 'Two' }] })
  })

  it('publishes each of five drafts only once in three concurrent requests, without an error', async () => {
    for (let n = 0; n < 5; n++)
      await testSite.addPrompt({ title: `Draft ${n}`, content: textOf(600 + n), userId: ada, status: 'draft' })
    const responses = await Promise.all([publish(), publish(), publish()])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(responses.reduce((sum, { body }) => sum + body.published, 0)).toBe(5)
    expect(await ownCounts()).toMatchObject({ published: 5, draft: 0 })
  })

  it('is refused once the daily limit of drafts is used up', async () => {
    const strict = await createTestSite({ limits: true })
    try {
      const user = await strict.addUser('strict')
      await strict.addPrompt({ content: textOf(500), userId: user, status: 'draft' })
      await strict.limits.take(draftsPerMember, user, draftsPerMember.points)
      const response = await strict.request('/api/user/prompts/publish', { method: 'POST', as: user, json: {} })
      expect(response.body.code).toBe('rate_limited')
    } finally {
      await strict.close()
    }
  })

  it('is for members only', async () => {
    expect((await testSite.request('/api/user/prompts/publish', { method: 'POST', json: {} })).status).toBe(401)
  })
})
