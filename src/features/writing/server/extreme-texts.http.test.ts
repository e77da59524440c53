import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let ada: string
beforeAll(async () => {
  testSite = await createTestSite()
  ada = await testSite.addUser('ada')
})
afterAll(() => testSite.close())

const post = (content: string) =>
  testSite.request('/api/prompts', { method: 'POST', as: ada, json: { title: 'Long', content, category: 'general' } })

it('a text with too many uses of blanks is refused at content, by POST and by PATCH', async () => {
  const content = '{{a}} '.repeat(33_100)
  const message = 'The text uses blanks 33,100 times. Use them at most 500 times.'
  const refused = await post(content)
  expect(refused.status).toBe(400)
  expect(refused.body.fields).toMatchObject({ content: message })
  const { body } = await post('Write about {{a}}.')
  const edited = await testSite.request(`/api/prompts/${body.id}`, { method: 'PATCH', as: ada, json: { content } })
  expect(edited.body.fields).toMatchObject({ content: message })
})

it('a text that an older version stored with too many uses of blanks is shown as plain text', async () => {
  const { body } = await post('Write about {{a}}.')
  const content = '{{a}} '.repeat(33_100)
  await sql`update prompts set content = ${content} where id = ${body.id}`.execute(testSite.db)
  const { body: shown } = await testSite.request(`/api/prompts/${body.slug}`)
  expect(shown).toMatchObject({ content, variables: [] })
})

it('invisible characters are found when a text is written, and a read takes them from the database', async () => {
  const { body } = await post(`Write.\n${'\u200B'.repeat(199_000)}`)
  const found = [{ kind: 'zero-width characters', count: 199_000, line: 2 }]
  expect(body.hiddenCharacters).toEqual(found)
  await sql`update prompts set hidden_characters = '[]' where id = ${body.id}`.execute(testSite.db)
  const read = async () => (await testSite.request(`/api/prompts/${body.id}`)).body.hiddenCharacters
  expect(await read()).toEqual([])
  await testSite.request(`/api/prompts/${body.id}`, {
    method: 'PATCH',
    as: ada,
    json: { content: 'Write\u00AD this.' },
  })
  expect(await read()).toEqual([{ kind: 'soft hyphens', count: 1, line: 1 }])
})

it('a text without white space is indexed by few steps of PostgreSQL’s parser', async () => {
  const { body, status } = await post(`Write down ${'a_'.repeat(90_000)}`)
  expect(status).toBe(201)
  const { rows } = await sql<{ longest: number }>`
    select max(length(lexeme)) as longest from prompts, unnest(search_text) where id = ${body.id}`.execute(testSite.db)
  expect(rows[0]?.longest).toBeLessThanOrEqual(100)
})
