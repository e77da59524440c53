import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchAnswer } from '#features/search/contract.ts'
import { runCli } from '#test/cli.ts'
import { collect } from '#test/collect.ts'
import { hasRealPrompts, realPrompts } from '#test/real-prompts.ts'
import { run } from '#test/postgres.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { readRows } from './read-rows.ts'

describe.skipIf(!hasRealPrompts)(`the real file${hasRealPrompts ? '' : ' (not there)'}`, () => {
  let testSite: TestSite
  beforeAll(async () => {
    testSite = await createTestSite()
  })
  afterAll(() => testSite.close())

  it('is imported completely, with a warning for the duplicate text', async () => {
    const { status, stdout, stderr } = await runCli(['import', realPrompts], testSite.connection)
    expect([status, stdout]).toEqual([0, 'prompts.csv: 879 new, 0 already there, 0 refused.\n'])
    expect(stderr).toContain('Line 2214 was imported, but has the same text as line 1476 under another title.')
  })

  it('is analyzed', async () => {
    const t = performance.now()
    await run(testSite.connection, 'vacuum analyze')
    console.log('analyze', performance.now() - t)
  })

  it('changes nothing when it is imported again', async () => {
    const { status, stdout, stderr } = await runCli(['import', realPrompts], testSite.connection)
    expect([status, stdout]).toEqual([0, 'prompts.csv: 0 new, 879 already there, 0 refused.\n'])
    expect(stderr).not.toContain('Line')
  })

  it('leaves the database healthy', async () => {
    expect((await runCli(['doctor'], testSite.connection)).status).toBe(0)
  })

  it('finds each prompt by its title, with its text unchanged except for variables', async () => {
    for (const row of await collect(readRows(realPrompts))) {
      const { act, prompt } = 'fields' in row ? row.fields : {}
      const title = String(act).replace(/\s+/g, ' ').trim()
      const query = new URLSearchParams({ q: title, type: 'prompts' })
      const found: SearchAnswer = (await testSite.request(`/api/search?${query}`)).body
      const slugs = found.prompts.items.filter((hit) => hit.title === title).map(({ slug }) => slug)
      const contents = await Promise.all(slugs.map(readContent))
      expect(contents.map(normalizeVariables), `line ${row.line}: ${title}`).toContain(
        normalizeVariables(String(prompt)),
      )
    }
  })

  async function readContent(slug: string): Promise<string> {
    return (await testSite.request(`/api/prompts/${slug}`)).body.content
  }
})

/** Normalizes variables: `${a}`, `{{a}}` and `{argument name="a"}` are the same here. */
function normalizeVariables(text: string): string {
  return text.replace(/\{argument name="([^"{}]*)"[^{}]*\}/g, '$${$1}').replace(/\{\{([^{}]*)\}\}/g, '$${$1}')
}
