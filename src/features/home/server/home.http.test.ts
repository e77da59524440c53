import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

describe('home data', () => {
  it('has every required field, but no prompts or contributors, for an empty catalogue', async () => {
    const { body } = await testSite.request('/api/home')
    expect(Object.keys(body).sort()).toEqual([
      'categories',
      'categoryPrompts',
      'featured',
      'featuredTools',
      'freeTools',
      'mostCopied',
      'mostRated',
      'newest',
      'tools',
      'topCategories',
      'topContributors',
    ])
    expect(body.categories).toHaveLength(15)
    expect(body.topCategories).toHaveLength(6)
    for (const list of ['featured', 'mostRated', 'mostCopied', 'newest', 'topContributors'])
      expect(body[list]).toEqual([])
  })

  it('has the fixed categories, in their order', async () => {
    const { body } = await testSite.request('/api/home')
    const slugs =
      'general, writing-editing, business-finance, education-learning, technical, programming-code, customer-support, ' +
      'research, analysis, productivity, personal, creative, image-generation, multilingual-translation, entertainment'
    expect(body.categories.map((category: { slug: string }) => category.slug).join(', ')).toBe(slugs)
  })

  it('has six top categories and a few prompts per section; only rated ones are in `mostRated`, only copied ones in `mostCopied`', async () => {
    for (let n = 0; n < 4; n++) await testSite.addPrompt({ category: 'research', featured: true })
    for (const category of ['creative', 'creative', 'analysis']) await testSite.addPrompt({ category })
    const rated = await testSite.addPrompt({ category: 'analysis' })
    await testSite.db
      .updateTable('prompts')
      .set({ votesUp: 5, rating: 0.57, copies: 2 })
      .where('id', '=', rated.id)
      .execute()
    const { body } = await testSite.request('/api/home')
    expect(body.featured).toHaveLength(3)
    expect(body.newest).toHaveLength(3)
    expect(body.mostRated.map((card: { id: string }) => card.id)).toEqual([rated.id])
    expect(body.mostCopied.map((card: { id: string }) => card.id)).toEqual([rated.id])
    expect(body.topCategories.map((category: { slug: string }) => category.slug)).toEqual([
      'research',
      'analysis',
      'creative',
      'general',
      'writing-editing',
      'business-finance',
    ])
    expect(Object.keys(body.categoryPrompts).sort()).toEqual(
      body.topCategories.map((category: { slug: string }) => category.slug).sort(),
    )
    expect(body.categoryPrompts.research, 'three of four, though all are above').toHaveLength(3)
    expect(body.categoryPrompts.analysis, 'all that it has').toHaveLength(2)
    expect(body.categoryPrompts.general).toHaveLength(0)
    expect(body.featured, 'one of the four is the prompt of the day').toHaveLength(3)
    // The site account is listed only as long as nobody else has published prompts.
    expect(body.topContributors).toMatchObject([{ username: 'promptarium', prompts: 8 }])
  })

  it('chooses a prompt of the day and featured prompts that are nowhere above', async () => {
    const { body } = await testSite.request('/api/home')
    const idsOf = (cards: { id: string }[]) => cards.map(({ id }) => id)
    const fixed = [...body.mostRated, ...body.mostCopied, ...body.newest]
    const chosen = idsOf([body.pick, ...body.featured])
    expect(new Set(chosen).size).toBe(chosen.length)
    expect(chosen.filter((id) => idsOf(fixed).includes(id))).toEqual([])
    expect(body.pick).toMatchObject({ featured: true, category: { slug: 'research' } })
    expect((await testSite.request('/api/home')).body.pick.id).toBe(body.pick.id)
  })

  it('includes the full lists on request', async () => {
    const { body } = await testSite.request('/api/home?includeAllTools=true')
    expect(body.prompts).toHaveLength(8)
    expect(body.allTools).toEqual([])
  })
})

describe('the footer', () => {
  it('lists the largest categories and the counts', async () => {
    const { body } = await testSite.request('/api/footer')
    expect(body.categories[0]).toMatchObject({ slug: 'research', promptCount: 4 })
    expect(body.categories).toHaveLength(6)
    expect(body.stats).toEqual({ prompts: 8, tools: 0, contributors: 1 })
  })
})

describe('people', () => {
  it('are found in any letter case, with their published prompts and without their email address', async () => {
    const userId = await testSite.addUser('Ada_L')
    await testSite.addPrompt({ userId })
    await testSite.addPrompt({ userId, status: 'draft' })
    const { body } = await testSite.request('/api/users/ada_l')
    expect(body.contributor).toMatchObject({ username: 'Ada_L', prompts: 1, score: 0 })
    expect(body.prompts.items).toHaveLength(1)
    expect(JSON.stringify(body)).not.toContain('@')
    expect((await testSite.request('/api/users/nobody')).status).toBe(404)
  })

  it('are listed by score and then by prompts, page by page', async () => {
    const grace = await testSite.addUser('Grace')
    await testSite.addPrompt({ userId: grace })
    await testSite.addPrompt({ userId: grace })
    const first = await testSite.request('/api/top-contributors?limit=1')
    const second = await testSite.request(`/api/top-contributors?limit=1&cursor=${first.body.nextCursor}`)
    expect([first.body.total, second.body.nextCursor]).toEqual([2, null])
    expect([first.body.items[0].username, second.body.items[0].username]).toEqual(['Grace', 'Ada_L'])
  })
})

describe('the gate of the home page', () => {
  it('shows nothing of its own choice that fails the gate, such as a featured prompt with the title “Aaa”', async () => {
    const ids: string[] = []
    for (const title of ['Aaa', 'Plan a week of meals'])
      ids.push((await testSite.addPrompt({ title, category: 'personal', featured: true })).id)
    for (let n = 0; n < 3; n++) await testSite.addPrompt({ category: 'personal' })
    const { body } = await testSite.request('/api/home')
    const own = JSON.stringify([body.pick, body.featured, body.categoryPrompts])
    expect(ids.map((id) => own.includes(id))).toEqual([false, true])
  })
})
