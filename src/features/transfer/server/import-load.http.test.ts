import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutText } from '#lib/well-formed.ts'
import { longestTurnMsOf } from '#test/cpu-time.ts'
import { deflatedZip } from '#test/deflated-zip.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let ada: string
beforeAll(async () => {
  testSite = await createTestSite()
  ada = await testSite.addUser('ada')
})
afterAll(() => testSite.close())

/** What takes time to read: blanks, links, marks and rare words. */
const sentence = (line: number) =>
  `${line}. In “chapter ${line}”, compare {{a}} with [b](https://c.example/${line}): naïve *words* of <x>.\n`
const longText = Array.from({ length: 200 }, (_, line) => sentence(line % 40)).join('')
const manyWords = 'They say that an apple keeps 20 doctors away, e.g. in “Übersee”, or not. '.repeat(2_500)

const zipOf = (names: string[]) => {
  const text = cutText(`${longText}${manyWords}`, 185_000)
  return deflatedZip(names.map((name) => [`${name}.md`, `# About ${name}\n\n${text}`])).toString('base64')
}
const send = (content: string, preview: boolean) =>
  testSite.request('/api/user/prompts/import', { method: 'POST', as: ada, json: { format: 'zip', content, preview } })

describe('a zip of a hundred long files', () => {
  it.each([
    ['previewed', true],
    ['stored', false],
  ])('is %s without making anybody wait', async (_, preview) => {
    await send(zipOf(['a first one']), true)
    let turn = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < 3 && turn > turnMax; attempt++) {
      const content = zipOf(Array.from({ length: 100 }, (_, number) => `number ${number} of ${attempt}`))
      let answer: Awaited<ReturnType<typeof send>> | undefined
      turn = await longestTurnMsOf(async () => {
        answer = await send(content, preview)
      })
      expect(answer).toMatchObject({ status: 200, body: { refused: [] } })
      expect(answer?.body.taken).toHaveLength(100)
    }
    expect(turn).toBeLessThan(turnMax)
  })
})

/** In ms. On a quiet machine it is less than 100. */
const turnMax = 250
