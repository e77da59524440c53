import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect } from '#test/collect.ts'
import { longestTurnMsOf } from '#test/cpu-time.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { writeZip } from './write-zip.ts'

let testSite: TestSite
let ada: string
beforeAll(async () => {
  testSite = await createTestSite()
  ada = await testSite.addUser('ada')
})
afterAll(() => testSite.close())

/** A sentence that differs from file to file, and what is expensive to read: blanks, links, marks and rare words. */
const sentence = (file: number, line: number) =>
  `${line}. In “chapter ${file}”, compare {{a}} with [b](https://c.example/${line}): naïve *words* of <x>, e.g. ${file * line}.\n`
const longText = (file: number) =>
  Array.from({ length: 2_000 }, (_, line) => sentence(file, line))
    .join('')
    .slice(0, 190_000)
const zip = async (names: string[]) => {
  async function* files() {
    for (const [number, name] of names.entries())
      yield { name: `${name}.md`, text: `# About ${name}\n\n${longText(number)}`, at: new Date() }
  }
  return Buffer.concat(await collect(writeZip(files()))).toString('base64')
}
const send = (content: string, preview: boolean, as = ada) =>
  testSite.request('/api/user/prompts/import', { method: 'POST', as, json: { format: 'zip', content, preview } })

describe('a zip of a hundred long files', () => {
  it.each([
    ['previewed', true],
    ['stored', false],
  ])('is %s without making anybody wait', async (_, preview) => {
    await send(await zip(['a first one']), true)
    const content = await zip(Array.from({ length: 100 }, (_, number) => `file ${number}`))
    expect(content.length).toBeLessThan(900_000)
    let answer: Awaited<ReturnType<typeof send>> | undefined
    const turn = await longestTurnMsOf(async () => {
      answer = await send(content, preview)
    })
    expect(answer).toMatchObject({ status: 200, body: { created: 100, refused: [] } })
    expect(turn).toBeLessThan(100)
  })
})
