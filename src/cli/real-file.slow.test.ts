import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchResults } from '#features/search/contract.ts'
import { runCli } from '#test/cli.ts'
import { collect } from '#test/collect.ts'
import { hasRealPrompts, realPromptsPath } from '#test/real-prompts.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { readRows } from './read-rows.ts'

describe.skipIf(!hasRealPrompts)(
  `another catalogue’s prompts.csv${hasRealPrompts ? '' : ' (which is missing)'}`,
  () => {
    let testSite: TestSite
    beforeAll(async () => {
      testSite = await createTestSite()
    })
    afterAll(() => testSite.close())

    it('is imported completely, with a warning for the duplicate text', async () => {
      const { status, stdout, stderr } = await runCli(['import', realPromptsPath], testSite.connection)
      expect([status, stdout]).toEqual([0, 'prompts.csv: 879 new, 0 already there, 0 refused.\n'])
      expect(stderr).toContain('Line 2214 was imported, but has the same text as line 1476 under another title.')
    })

    it('changes nothing when it is imported again', async () => {
      const { status, stdout, stderr } = await runCli(['import', realPromptsPath], testSite.connection)
      expect([status, stdout]).toEqual([0, 'prompts.csv: 0 new, 879 already there, 0 refused.\n'])
      expect(stderr).not.toContain('Line')
    })

    it('leaves the database healthy', async () => {
      expect((await runCli(['doctor'], testSite.connection)).status).toBe(0)
    })

    it('is stored with each text under its title, unchanged except for the notation of variables', async () => {
      const stored = await testSite.db.selectFrom('prompts').select(['title', 'content']).execute()
      for (const { line, title, prompt } of await readPrompts()) {
        const contents = stored.filter((row) => row.title === title).map(({ content }) => normalizeVariables(content))
        expect(contents, `line ${line}: ${title}`).toContain(normalizeVariables(prompt))
      }
    })

    it('is searchable: at least 99 % of the prompts are found first or second by their titles', async () => {
      const prompts = await readPrompts()
      const missed: string[] = []
      for (const { line, title } of prompts) {
        const query = new URLSearchParams({ q: title, type: 'prompts', limit: '2' })
        const found: SearchResults = (await testSite.request(`/api/search?${query}`)).body
        if (!found.prompts.items.some((hit) => hit.title === title)) missed.push(`line ${line}: ${title}`)
      }
      expect(missed.length / prompts.length, missed.join('\n')).toBeLessThanOrEqual(0.01)
    })
  },
)

/** Reads the prompts of the file, whose column `act` has the titles. Returns the titles as the site stores them. */
async function readPrompts() {
  return (await collect(readRows(realPromptsPath))).map((row) => {
    const { act, prompt } = 'fields' in row ? row.fields : {}
    return { line: row.line, title: String(act).replace(/\s+/g, ' ').trim(), prompt: String(prompt) }
  })
}

/** Normalizes the notation of variables: `${a}`, `{{a}}` and `{argument name="a"}` become the same text. */
function normalizeVariables(text: string): string {
  return text.replace(/\{argument name="([^"{}]*)"[^{}]*\}/g, '$${$1}').replace(/\{\{([^{}]*)\}\}/g, '$${$1}')
}
