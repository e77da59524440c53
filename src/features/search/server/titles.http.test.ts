import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutText } from '#lib/well-formed.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

/** Titles with everything that a parser of texts could take for an address, a file, a number or an operator. */
const titles = [
  'CI/CD Pipeline Keeper',
  'UX/UI Wireframe Critic',
  'Node.js Memory Detective',
  'Next.js + Vue.js Migration',
  'C++ Template Untangler',
  'C# Async Reviewer',
  'C Pointer Tutor',
  'F# for Accountants',
  '.NET Upgrade Planner',
  'ASP.NET Core',
  'foo_bar naming judge',
  'A/B',
  'R&D',
  'Q&A',
  'Co-op Newsletter',
  'T-shirt and e-mail slogans',
  'config/settings.yaml explainer',
  'README.md',
  'https://example.com/path?x=1 Inspector',
  'help@example.com Triage',
  'v1.2.3 Changelog',
  'GPT-3.5 vs. GPT-4o',
  '1e5',
  '-5 °C',
  '42',
  '2024',
  '24/7',
  '16:9 Poster',
  '"Perfect" Apology',
  '12" Pizza Planner',
  'Everything -except mushrooms',
  '“Act” as [Role]: {Expert}',
  '<role>Harbour Master</role>',
  '{{name}} Greeting',
  'Act',
  'The',
  'To be or not to be',
  'Who’s who, and who isn’t?',
  '🚀',
  '🚀 Rocket Launch Checklist 🚀',
  '???',
  '日本語の手紙',
  'Письмо соседу',
  'رسالة شكر',
  'हिन्दी पत्र',
  'สวัสดี',
  'Ångström café résumé',
  'ﬁne print',
  'ＡＩ ｅｓｓａｙ',
  cutText(`Long ${'and winding '.repeat(15)}road`, 190).trim(),
  'Supercalifragilisticexpialidocious'.repeat(5),
  'or',
  'word1-word2-word3/word4.word5_word6',
]

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
  for (const title of titles)
    await testSite.addPrompt({ title, content: `Do what this prompt is for, number ${title.length}.` })
  // Prompts that only mention the words, so that being found isn't enough.
  for (const word of ['CI/CD', 'Node.js', 'C++', 'C#', 'UX/UI'])
    await testSite.addPrompt({ title: `Notes on ${word} and other matters`, content: `${word} ${word} ${word}` })
})
afterAll(() => testSite.close())

async function findTitles(q: string): Promise<string[]> {
  const { status, body } = await testSite.request(`/api/search?${new URLSearchParams({ q, type: 'prompts' })}`)
  expect(status, q).toBe(200)
  return body.prompts.items.map(({ title }: { title: string }) => title)
}

it.each(titles)('a prompt is found first by its title: %s', async (title) => {
  expect((await findTitles(title))[0]).toBe(title)
})

describe('words that contain signs', () => {
  it.each([
    ['ci/cd', 'CI/CD Pipeline Keeper'],
    ['ci cd keeper', 'CI/CD Pipeline Keeper'],
    ['cd', 'CI/CD Pipeline Keeper'],
    ['ui wireframe', 'UX/UI Wireframe Critic'],
    ['node.js', 'Node.js Memory Detective'],
    ['node memory', 'Node.js Memory Detective'],
    ['nodejs', 'Node.js Memory Detective'],
    ['next.js', 'Next.js + Vue.js Migration'],
    ['c++', 'C++ Template Untangler'],
    ['c#', 'C# Async Reviewer'],
    ['c', 'C Pointer Tutor'],
    ['f#', 'F# for Accountants'],
    ['.net', '.NET Upgrade Planner'],
    ['dotnet upgrade', '.NET Upgrade Planner'],
    ['foo_bar', 'foo_bar naming judge'],
    ['bar naming', 'foo_bar naming judge'],
    ['co-op', 'Co-op Newsletter'],
    ['email slogans', 'T-shirt and e-mail slogans'],
    ['mail slogans', 'T-shirt and e-mail slogans'],
    ['settings yaml', 'config/settings.yaml explainer'],
    ['example.com inspector', 'https://example.com/path?x=1 Inspector'],
    ['triage help@example.com', 'help@example.com Triage'],
    ['gpt 4o', 'GPT-3.5 vs. GPT-4o'],
    ['harbour master', '<role>Harbour Master</role>'],
    ['word5 word6', 'word1-word2-word3/word4.word5_word6'],
    ['fine print', 'ﬁne print'],
    ['ai essay', 'ＡＩ ｅｓｓａｙ'],
    ['"ci/cd" keeper', 'CI/CD Pipeline Keeper'],
    ['pipeline -co-op', 'CI/CD Pipeline Keeper'],
  ])('find prompts whichever way they are typed: %s', async (term, title) => {
    expect((await findTitles(term)).slice(0, 3)).toContain(title)
  })

  it('are different words with a different sign: C++, C# and C', async () => {
    const withSign = async (term: string) => (await findTitles(term)).toSorted()
    expect(await withSign('c++')).toEqual(['C++ Template Untangler', 'Notes on C++ and other matters'])
    expect(await withSign('c#')).toEqual(['C# Async Reviewer', 'Notes on C# and other matters'])
    expect(await findTitles('c')).not.toContain('C++ Template Untangler')
    // No prompt has it, and neither titles with another word that begins with p nor guesses take its place.
    for (const term of ['p++', 'p#', 'n++']) expect(await findTitles(term), term).toEqual([])
  })

  it('can be excluded, in quotes or not', async () => {
    for (const term of ['notes -ci/cd', 'notes -"ci/cd"', 'notes -ci-cd']) {
      const found = await findTitles(term)
      expect(found).toContain('Notes on Node.js and other matters')
      expect(found).not.toContain('Notes on CI/CD and other matters')
    }
  })

  it('are marked where they stand', async () => {
    const marked = async (q: string) => {
      const { body } = await testSite.request(`/api/search?${new URLSearchParams({ q, type: 'prompts' })}`)
      const [{ titleHeadline, isRelated }] = body.prompts.items
      expect(isRelated).toBe(false)
      return titleHeadline
        .map(({ text, mark }: { text: string; mark: boolean }) => (mark ? `[${text}]` : text))
        .join('')
    }
    expect(await marked('ci/cd keeper')).toBe('[CI]/[CD] Pipeline [Keeper]')
    expect(await marked('node.js detective')).toBe('[Node].[js] Memory [Detective]')
    expect(await marked('c++ untangler')).toBe('[C++] Template [Untangler]')
    expect(await marked('c# reviewer')).toBe('[C#] Async [Reviewer]')
    expect(await marked('.net planner')).toBe('[.NET] Upgrade [Planner]')
    expect(await marked('foo_bar')).toBe('[foo]_[bar] naming judge')
  })
})

it('suggestions find titles with signs while they are typed', async () => {
  for (const [typed, title] of [
    ['ci/cd', 'CI/CD Pipeline Keeper'],
    ['node.js mem', 'Node.js Memory Detective'],
    ['c++ te', 'C++ Template Untangler'],
    ['c#', 'C# Async Reviewer'],
    ['ux/ui wire', 'UX/UI Wireframe Critic'],
    ['foo_ba', 'foo_bar naming judge'],
    ['日本語', '日本語の手紙'],
  ] as const) {
    const { body } = await testSite.request(`/api/search/suggestions?${new URLSearchParams({ q: typed })}`)
    expect(
      body.map(({ text }: { text: string }) => text),
      typed,
    ).toContain(title)
  }
})

it('a word that begins with what was typed isn’t corrected away', async () => {
  await testSite.addPrompt({ title: 'Terminal gardening', content: 'A long term plan.' })
  await testSite.addPrompt({ title: 'Term paper', content: 'Every term.' })
  const { body } = await testSite.request('/api/search?q=termi')
  expect(body.suggestion).toBeNull()
  expect(body.prompts.items[0].title).toBe('Terminal gardening')
})
