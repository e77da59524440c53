import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { planPart, planSearch } from './search-plan.ts'

let testSite: TestSite

beforeAll(async () => {
  testSite = await createTestSite()
  await testSite.addPrompt({ title: 'Cocktail bartender' })
  await testSite.addPrompt({ title: 'Babysitter' })
  await testSite.addPrompt({ title: 'A dentist at the wall' })
  // Only texts in other languages are indexed with English stop words.
  await testSite.addPrompt({ title: 'The way to Rome, and back', content: 'Wer kennt the und to?', language: 'de' })
})
afterAll(() => testSite.close())

const plan = (term: string) => planSearch(testSite.db, term)
const plannedWords = async (term: string) => (await plan(term)).words.map(({ text }) => text)
const plannedNeeds = async (term: string) => (await plan(term)).needs.map(({ text }) => text)

describe('the words of a search', () => {
  it('exclude stop words, which would seem rare because few texts are indexed with them', async () => {
    expect(await plannedWords('what are the letters to my bank')).toEqual(['letters', 'bank'])
    expect(await plan('what are the letters to my bank')).toMatchObject({ length: 7, isCut: false })
  })
  it('include stop words if there are no others', async () => {
    expect(await plannedWords('to be or not to be')).toEqual(['to', 'be', 'or', 'not'])
  })
  it('count less if they say who does a task instead of what the task is', async () => {
    const [cosmetics, consultant] = (await plan('cosmetics consultant')).words
    expect(consultant?.weight).toBeLessThan(cosmetics?.weight ?? 0)
  })
})

describe('a correction that occurs only in tools', () => {
  const planCorrected = (term: string) =>
    planSearch(testSite.db, term, async () => new Map([['toothahce', 'toothache']]))

  it('takes the place of the mistyped word, and a related word in prompts weighs less', async () => {
    const [mistyped] = (await planCorrected('toothahce planner for roses')).words
    expect(mistyped).toMatchObject({ text: 'toothahce', forms: [{ english: `'toothach'` }, { english: `'dentist'` }] })
    expect(mistyped?.forms[1]?.weight).toBeLessThan(mistyped?.forms[0]?.weight ?? 0)
  })

  it('isn’t made for a last word that other words begin with, which are searched instead', async () => {
    const correctAll = async (words: string[]) => new Map(words.map((word) => [word, 'cocktu']))
    const unfinished = await planSearch(testSite.db, 'cockta', correctAll)
    expect(unfinished.words[0]?.forms).toMatchObject([
      { english: `'cockta'`, prompts: 0 },
      { english: `'cockta':*`, prompts: 1 },
    ])
    expect(unfinished.suggestion).toBeNull()
    expect((await planSearch(testSite.db, 'cockta babysitter', correctAll)).suggestion).toBe('cocktu babysitter')
  })

  it('isn’t made for a word with signs, such as C#', async () => {
    const correctAll = async (words: string[]) => new Map(words.map((word) => [word, 'sharp']))
    expect((await planSearch(testSite.db, 'C# babysitter', correctAll)).suggestion).toBeNull()
  })
})

it('in “product photo of a candle”, the kind of photo weighs more than its subject', async () => {
  const [product, photo, candle] = (await plan('product photo of a candle')).words.map(({ weight }) => weight)
  expect([product, photo, candle]).toEqual([1.5, 0.4, 0.4])
  // Without a word that says which kind of photo, the subject weighs more than “photo”.
  const [onlyPhoto, dog] = (await plan('photo of a dog')).words.map(({ weight }) => weight)
  expect([onlyPhoto, dog]).toEqual([0.4, 1])
})

it('the plan for a part of a term has the words of that part and the needs that these words suggest', async () => {
  const whole = await plan('a free app that finds a cocktail for a babysitter')
  const part = await planPart(testSite.db, whole, 'cocktail for a babysitter')
  expect(part).toEqual({ ...(await plan('cocktail for a babysitter')), formsInNeeds: whole.formsInNeeds })
  // A part that consists of stop words has no plan.
  expect(await planPart(testSite.db, whole, 'that')).toBeNull()
})

describe('the needs of a search', () => {
  it('are found by any word with the stem of a listed word', async () => {
    expect(await plannedNeeds('bartending')).toContain('cocktail')
  })
  it('are found by pairs with stop words, and by pairs with one word in between', async () => {
    expect(await plannedNeeds('who can look after them')).toContain('babysitter')
    expect(await plannedNeeds('how do I keep them busy')).toContain('babysitter')
  })
})
