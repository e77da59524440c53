import { describe, expect, it } from 'vitest'
import {
  clearlyFits,
  type RankedPrompt,
  type RankedWord,
  rankOf,
  rarityOf,
  selectResults,
  withoutTail,
} from './ranking-rules.ts'

/** PostgreSQL's ts_rank of a single occurrence in the title or the content. */
const once = 0.61
const rare = { weight: 1, forms: [{ weight: 1, rarity: 6 }] }
const common = { weight: 1, forms: [{ weight: 1, rarity: 1 }] }
const search = { term: 'wedding toast', asksForPicture: false, needs: [] }

function prompt(change: Partial<RankedPrompt> = {}): RankedPrompt {
  return {
    title: 'Two words',
    bytes: 800,
    isPicture: false,
    occurrences: [],
    needs: [],
    pairStarts: [],
    similarity: 0,
    ...change,
  }
}
const inText = [{ head: 0, body: once }]
const inTitle = [{ head: once, body: 0 }]

describe('rarity', () => {
  it('decreases with the number of prompts, and is never negative', () => {
    expect(rarityOf(1, 1_000)).toBeGreaterThan(rarityOf(100, 1_000))
    expect(rarityOf(1_000, 1_000)).toBeGreaterThanOrEqual(0)
    expect(rarityOf(50, 0)).toBeGreaterThanOrEqual(0)
  })
})

it('a prompt is merely related if it has no form of any word that readers would recognize', () => {
  const word = { weight: 1, forms: [1, 0.8, 0.6].map((weight) => ({ weight, rarity: 6 })) }
  const isRelated = (words: RankedWord[], occurrences: RankedPrompt['occurrences']) =>
    rankOf(words, prompt({ occurrences }), search).isRelated
  const hit = { head: 0, body: once }
  expect(isRelated([word], [[hit]])).toBe(false)
  expect(isRelated([word], [[undefined, hit]]), 'a close synonym').toBe(false)
  expect(isRelated([word], [[undefined, undefined, hit]]), 'a distant synonym').toBe(true)
  expect(isRelated([word, { ...rare, isFiller: true }], [[], [hit]]), 'only a filler').toBe(true)
})

it('knows which share of the search is in a prompt’s title, tags and description', () => {
  const { coverage, headCoverage } = rankOf(
    [rare, rare],
    prompt({ occurrences: [inTitle, [{ head: 0, body: 1 }]] }),
    search,
  )
  expect([coverage, headCoverage]).toEqual([1, 0.5])
})

it('a prompt clearly fits only if it has a word in its title and most words, or half if its meaning is similar', () => {
  const words = [rare, rare, rare]
  const promptClearlyFits = (occurrences: RankedPrompt['occurrences'], similarity = 0, searchWords = words) =>
    clearlyFits(rankOf(searchWords, prompt({ occurrences, similarity }), search))
  expect(promptClearlyFits([inTitle, inTitle])).toBe(true)
  expect(promptClearlyFits([inText, inText]), 'not in the title').toBe(false)
  expect(promptClearlyFits([inTitle]), 'a third of the words').toBe(false)
  expect(promptClearlyFits([inTitle], 0, [rare, rare]), 'half of the words').toBe(false)
  expect(promptClearlyFits([inTitle], 0.5, [rare, rare]), 'half of the words, with a similar meaning').toBe(true)
})

describe('a prompt ranks higher', () => {
  const expectBetter = (one: RankedPrompt, other: RankedPrompt, words = [rare, common]) =>
    expect(rankOf(words, one, search).score).toBeGreaterThan(rankOf(words, other, search).score)

  it('the closer its meaning is, unless the similarity is below the minimum', () => {
    expectBetter(prompt({ similarity: 0.6 }), prompt({ similarity: 0.5 }))
    expect(rankOf([rare], prompt({ similarity: 0.3 }), search)).toEqual(rankOf([rare], prompt(), search))
    expect(rankOf([rare], prompt({ similarity: 0.5 }), search).isNear).toBe(true)
  })
  it('for a rare word than for a common one', () => {
    expectBetter(prompt({ occurrences: [inText, []] }), prompt({ occurrences: [[], inText] }))
  })
  it('for a word in its title than in its text', () => {
    expectBetter(prompt({ occurrences: [inTitle] }), prompt({ occurrences: [inText] }))
  })
  it('for words that are its whole title than for words that are part of a long title', () => {
    const occurrences = [inTitle]
    expectBetter(
      prompt({ title: 'Toast', occurrences }),
      prompt({ title: 'Toast and nine other things to say', occurrences }),
    )
  })
  it('for a word in a short text than in a long one', () => {
    expectBetter(prompt({ occurrences: [inText] }), prompt({ bytes: 140_000, occurrences: [inText] }))
  })
  it('for both words than for one of them', () => {
    expectBetter(prompt({ occurrences: [inText, inText] }), prompt({ occurrences: [inText] }))
  })
  it('if the two words are next to each other', () => {
    const occurrences = [inText, inText]
    expectBetter(prompt({ occurrences, pairStarts: [true] }), prompt({ occurrences, pairStarts: [false] }))
  })
  it('for the word itself than for a related one', () => {
    const word = { weight: 1, forms: [...rare.forms, { weight: 0.5, rarity: 6 }] }
    expectBetter(prompt({ occurrences: [inText] }), prompt({ occurrences: [[undefined, { head: 0, body: once }]] }), [
      word,
    ])
  })
  it('for a title with all words of the search, including fillers, than for a word that is repeated', () => {
    const introduction = { weight: 0.1, isFiller: true, forms: [{ weight: 1, rarity: 2 }] }
    const allInTitle = prompt({ title: 'Explain a strange code by its data', occurrences: [inTitle, inTitle] })
    const repeated = prompt({ title: 'Code Reviewer', occurrences: [[], [{ head: once, body: 0.8 }]] })
    expectBetter(allInTitle, repeated, [introduction, rare])
    expect(rankOf([rare], allInTitle, search).allInTitleBonus, 'a single word').toBe(0)
  })
  it('if the search is exactly its title', () => {
    expectBetter(
      prompt({ title: 'Wedding Toast', occurrences: [inTitle] }),
      prompt({ occurrences: [inTitle, inTitle], pairStarts: [true] }),
    )
  })
  it('as a prompt for images only if the search asks for a picture', () => {
    const picture = prompt({ isPicture: true, occurrences: [inText] })
    expectBetter(prompt({ occurrences: [inText] }), picture)
    const pictureSearch = { ...search, asksForPicture: true }
    expect(rankOf([rare], picture, pictureSearch).score).toBeGreaterThan(
      rankOf([rare], prompt({ occurrences: [inText] }), pictureSearch).score,
    )
  })
})

it('“photo” matches every prompt for images, and any other prompt only if its title or tags have the word', () => {
  const words = [rare, { ...rare, isGenericPictureWord: true }]
  const coverageOf = (isPicture: boolean, occurrences = [inText]) =>
    rankOf(words, prompt({ isPicture, occurrences }), { ...search, asksForPicture: true }).coverage
  expect(coverageOf(true)).toBeGreaterThan(coverageOf(false))
  expect(coverageOf(true)).toBe(coverageOf(true, [inText, inTitle]))
  const isAbout = (change: Partial<RankedPrompt>) => rankOf(words, prompt(change), search).isAboutPicture
  expect([isAbout({ isPicture: true }), isAbout({ occurrences: [[], inTitle] })]).toEqual([true, true])
  expect([isAbout({ occurrences: [inTitle] }), isAbout({ occurrences: [[], inText] })]).toEqual([false, false])
})

describe('the needs of a search', () => {
  const needs = [{ weight: 0.4, forms: [{ weight: 1, rarity: 5 }] }]
  const rank = (change: Partial<RankedPrompt>) => rankOf([rare], prompt(change), { ...search, needs })

  it('give a score to a prompt that shares no word with the search', () => {
    expect(rank({ occurrences: [[]], needs: [inTitle] }).score).toBeGreaterThan(0)
    expect(rank({ occurrences: [[]], needs: [[]] }).score).toBe(0)
  })
  it('count less than the words of the search, and add to their score', () => {
    const word = rank({ occurrences: [inTitle], needs: [[]] }).score
    expect(word).toBeGreaterThan(rank({ occurrences: [[]], needs: [inTitle] }).score)
    expect(rank({ occurrences: [inTitle], needs: [inTitle] }).score).toBeGreaterThan(word)
  })
  it('increase the likelihood of a prompt, but not its coverage', () => {
    const { coverage, likelihood } = rank({ occurrences: [[]], needs: [inTitle] })
    expect(coverage).toBe(0)
    expect(likelihood).toBeCloseTo(0.4)
  })
  it('count less than the word itself in a long title', () => {
    const all = [{ weight: 0.7, forms: [{ weight: 1, rarity: 6 }] }]
    const words = [{ weight: 1, forms: [...rare.forms, { weight: 0.5, rarity: 6 }] }]
    const score = (change: Partial<RankedPrompt>) => rankOf(words, prompt(change), { ...search, needs: all }).score
    const named = { title: 'Real Estate Agent', occurrences: [[undefined, ...inTitle]], needs: [inTitle] }
    expect(
      score({ title: 'Letter to a landlord about a defect', occurrences: [inTitle], needs: [inText] }),
    ).toBeGreaterThan(score(named))
  })
  it('count little for a prompt for images', () => {
    const found = { occurrences: [[]], needs: [inText] }
    expect(rank({ ...found, isPicture: true }).likelihood).toBeLessThan(rank(found).likelihood / 2)
  })
})

it('a prompt that may resemble only the fillers of a search needs a higher similarity to count as very near', () => {
  const isVeryNear = (similarity: number, change: Partial<RankedPrompt> = {}) =>
    rankOf([rare, { ...common, isFiller: true }], prompt({ similarity, ...change }), search).isVeryNear
  expect([isVeryNear(0.55), isVeryNear(0.6)]).toEqual([false, true])
  expect(isVeryNear(0.55, { occurrences: [inText] }), 'a word of the search').toBe(true)
  expect(rankOf([rare], prompt({ similarity: 0.55 }), search).isVeryNear, 'a search without fillers').toBe(true)
})

it('a prompt is literal if its title or tags have every word as typed', () => {
  const isLiteral = (occurrences: RankedPrompt['occurrences']) =>
    rankOf([rare, common, { ...common, isFiller: true }], prompt({ occurrences }), search).isLiteral
  // One occurrence in a tag, and many in the description.
  const inTags = [{ head: 0.43, body: 0 }]
  const inDescription = [{ head: 0.4, body: 0 }]
  expect(isLiteral([inTitle, inTags])).toBe(true)
  expect(isLiteral([inTitle, inDescription])).toBe(false)
  expect(isLiteral([inTitle, [undefined, ...inTitle]]), 'a related word').toBe(false)
})

describe('the words that are found', () => {
  const words = [rare, common, { ...common, isFiller: true }]

  it('are counted without those that only introduce a request', () => {
    expect(rankOf(words, prompt({ occurrences: [inText, inText, inText] }), search)).toMatchObject({
      wordsFound: 2,
      hasTitleWord: false,
    })
    expect(rankOf(words, prompt({ occurrences: [[], inTitle] }), search)).toMatchObject({
      wordsFound: 1,
      hasTitleWord: true,
    })
  })
  it('count in a phrase only if they are next to each other', () => {
    const phrase = [{ ...rare, startsPhrase: true }, common]
    const found = { occurrences: [inText, inText] }
    expect(rankOf(phrase, prompt(found), search).wordsFound).toBe(0)
    expect(rankOf(phrase, prompt({ ...found, pairStarts: [true, false] }), search).wordsFound).toBe(2)
  })
})

describe('the results', () => {
  const unusedFields = {
    wordScore: 0,
    wordsFound: 0,
    isVeryNear: false,
    hasTitleWord: false,
    isRelated: false,
    hasEveryWord: false,
    isLiteral: false,
    isAboutPicture: false,
    namesSubject: false,
    recognized: [],
    allInTitleBonus: 0,
    headCoverage: 0,
  }
  const rank = (id: string, score: number, coverage: number) => ({
    ...unusedFields,
    id,
    score,
    wordScore: score,
    coverage,
    likelihood: coverage,
    isNear: false,
  })

  it('include prompts with most of the search, without those that score much lower', () => {
    const ranks = [rank('a', 10, 0.9), rank('b', 8, 0.8), rank('c', 6, 0.7), rank('d', 1, 0.6), rank('e', 5, 0.3)]
    expect(selectResults(ranks).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })
  it('include prompts of similar meaning with nearly the best score, up to three if no prompt has most words', () => {
    const near = { ...rank('n', 8, 0.2), isNear: true }
    expect(selectResults([rank('a', 10, 0.9), near, rank('b', 8, 0.2)]).map(({ id }) => id)).toContain('n')
    const many = ['a', 'b', 'c'].map((id) => rank(id, 10, 0.9))
    expect(selectResults([...many, near]).map(({ id }) => id)).toContain('n')
    expect(selectResults([...many, ...many, { ...near, score: 6 }]).map(({ id }) => id)).not.toContain('n')
    const onlyNear = ['n', 'm', 'o', 'p'].map((id) => ({ ...near, id }))
    expect(selectResults(onlyNear)).toHaveLength(3)
  })
  it('include every prompt with all words of the search', () => {
    expect(selectResults(['a', 'b', 'c', 'd'].map((id, place) => rank(id, 10 - 3 * place, 1)))).toHaveLength(4)
  })
  it('include up to three guesses by needs, unless the caller excludes guesses', () => {
    const likely = ['a', 'b', 'c', 'd'].map((id, place) => ({
      id,
      score: 9 - place,
      coverage: 0,
      likelihood: 1,
      isNear: false,
      ...unusedFields,
    }))
    expect(selectResults(likely).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(selectResults(likely, { includesGuesses: false })).toEqual([])
  })
  it('include a guess of similar meaning, but below three better results only if its meaning is very similar', () => {
    const near = { id: 'n', score: 9, coverage: 0, likelihood: 0, isNear: true, ...unusedFields }
    expect(selectResults([near]).map(({ id }) => id)).toEqual(['n'])
    expect(selectResults([near, { ...near, id: 'far', isNear: false }]).map(({ id }) => id)).toEqual(['n'])
    const three = ['a', 'b', 'c'].map((id) => rank(id, 8, 0.8))
    expect(selectResults([{ ...near, score: 5 }, ...three]).map(({ id }) => id)).not.toContain('n')
    expect(selectResults([{ ...near, score: 5, isVeryNear: true }, ...three]).map(({ id }) => id)).toEqual([
      'c',
      'b',
      'a',
      'n',
    ])
  })
  it('include no guess by needs if a prompt has all words of the search', () => {
    const likely = { id: 'b', score: 9, coverage: 0, likelihood: 1, isNear: false, ...unusedFields }
    expect(selectResults([rank('a', 10, 1), likely]).map(({ id }) => id)).toEqual(['a'])
    expect(selectResults([rank('a', 10, 0.6), likely]).map(({ id }) => id)).toEqual(['a', 'b'])
  })
  it('put merely related prompts below those with all words in title or tags, by lowering their scores', () => {
    const related = (id: string, score: number) => ({ ...rank(id, score, 0.9), isRelated: true })
    const literal = { ...rank('l', 5, 1), isLiteral: true }
    const results = selectResults([related('r', 9), related('s', 8), rank('w', 7, 0.9), literal, related('t', 4)])
    expect(results.map(({ id }) => id)).toEqual(['w', 'l', 'r', 's', 't'])
    expect(results.toSorted((a, b) => b.score - a.score)).toEqual(results)
    expect(selectResults([related('r', 9), related('s', 8), rank('w', 7, 0.9)]).map(({ id }) => id)).toEqual([
      'r',
      's',
      'w',
    ])
  })
  it('put prompts for texts below those for images if the search asks for a photo, except an exact title', () => {
    const picture = { ...rank('p', 5, 0.9), isAboutPicture: true }
    const ranks = [rank('t', 9, 0.9), rank('u', 4, 0.9), picture]
    expect(selectResults(ranks).map(({ id }) => id)).toEqual(['t', 'p', 'u'])
    const results = selectResults(ranks, { includesGuesses: true, picturesFirst: true })
    expect(results.map(({ id }) => id)).toEqual(['p', 't', 'u'])
    expect(results.toSorted((a, b) => b.score - a.score)).toEqual(results)
    // A score of at least 10,000 contains the bonus for a title that equals the search.
    const titled = selectResults([rank('x', 10_009, 1), picture], { includesGuesses: true, picturesFirst: true })
    expect(titled.map(({ id }) => id)).toEqual(['x', 'p'])
  })
  it('put prompts that name the subject of a photo first if no prompt for images names it', () => {
    const [pet, other] = [{ ...rank('p', 4, 0.9), namesSubject: true }, rank('o', 6, 0.9)]
    const photo = { ...rank('f', 5, 0.9), isAboutPicture: true }
    const select = (ranks: ReturnType<typeof rank>[]) =>
      selectResults(ranks, { includesGuesses: true, picturesFirst: true }).map(({ id }) => id)
    expect(select([other, photo, pet])).toEqual(['p', 'o', 'f'])
    expect(select([other, { ...photo, namesSubject: true }, pet])).toEqual(['f', 'o', 'p'])
  })
  it('are compared with the best score without its bonus for a title with all words', () => {
    const titled = { ...rank('t', 20, 0.9), allInTitleBonus: 10 }
    expect(selectResults([titled, ...['a', 'b', 'c'].map((id) => rank(id, 4, 0.8))])).toHaveLength(4)
  })
  it('are followed by what words alone would find, then by prompts of very similar meaning, up to six in all', () => {
    const near = ['n', 'm', 'o', 'p', 'q', 'x'].map((id, place) => ({
      ...rank(id, 6 - place / 10, 0),
      isNear: true,
      isVeryNear: true,
      isRelated: true,
    }))
    const named = { ...rank('w', 2, 0.6), wordScore: 4 }
    const mixed = selectResults([rank('a', 10, 1), ...near.slice(2), named])
    expect(mixed.toSorted((a, b) => b.score - a.score)).toEqual(mixed)
    expect(mixed.map(({ id }) => id)).toEqual(['a', 'w', 'o', 'p', 'q', 'x'])
    const results = selectResults([rank('a', 10, 1), rank('b', 4, 1), ...near, rank('z', 9, 0.2)])
    expect(results.map(({ id }) => id)).toEqual(['a', 'b', 'n', 'm', 'o', 'p'])
    expect(results.toSorted((a, b) => b.score - a.score)).toEqual(results)
    expect(selectResults([rank('a', 10, 1), rank('s', 9, 0.4)]).map(({ id }) => id)).toEqual(['a'])
    expect(selectResults([rank('a', 10, 1), ...near], { includesGuesses: false }).map(({ id }) => id)).toEqual(['a'])
  })
  it('leave out lower-ranked prompts with one word of the search if the first prompt clearly fits and has several', () => {
    const first = { ...rank('a', 20, 0.7), hasTitleWord: true, recognized: [0, 1] }
    const tail = (id: string, score: number, change = {}) => ({ ...rank(id, score, 0.55), recognized: [0], ...change })
    const shown = (...rest: (typeof first)[]) => withoutTail([first, ...rest]).map(({ id }) => id)
    expect(shown(tail('b', 10), tail('c', 8), tail('d', 8, { recognized: [0, 2] }))).toEqual(['a', 'b', 'd'])
    expect(shown(tail('c', 8, { isVeryNear: true }), tail('d', 8, { coverage: 0.9 }))).toEqual(['a', 'c', 'd'])
    expect(withoutTail([{ ...first, coverage: 0.5 }, tail('c', 8)]), 'the first may be wrong').toHaveLength(2)
    expect(withoutTail([{ ...first, recognized: [0] }, tail('c', 8)]), 'the first has one word too').toHaveLength(2)
    const photo = { ...first, isAboutPicture: true }
    // `b` is left out despite its high score, because the first result is about a picture.
    expect(withoutTail([photo, tail('b', 19), tail('p', 10, { isAboutPicture: true })])).toHaveLength(2)
  })
  it('are at most three guesses if no prompt has much of the search, and empty if none has enough for a guess', () => {
    const ranks = ['a', 'b', 'c', 'd', 'e'].map((id) => rank(id, 1, 0.2))
    expect(selectResults(ranks)).toHaveLength(3)
    expect(selectResults([rank('a', 0.1, 0.05)])).toEqual([])
  })
})
