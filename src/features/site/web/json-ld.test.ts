import { describe, expect, it } from 'vitest'
import { makeContributor } from '#test/make-home.ts'
import { jsonLdOf, textMax } from './json-ld.ts'

const prompt = {
  id: '019a9d1e-7c00-7000-8000-000000000001',
  slug: 'a-poem',
  title: 'A poem',
  description: 'Writes a poem.',
  tags: ['verse'],
  category: { name: 'Creative', slug: 'creative' },
  user: { username: 'ada' },
  featured: false,
  communityPick: false,
  excerpt: '',
  language: 'en',
  votes: { up: 9, down: 1 },
  copies: 5,
  favorites: 0,
  comments: 0,
  testedWith: [],
  worksBestWith: null,
  credit: null,
  picture: null,
  result: null,
  proof: null,
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
  publishedAt: '2026-11-20T09:30:00.000Z',
  content: `${'x'.repeat(textMax - 1)}𝕏𝕏`,
  status: 'published',
  removedReason: null,
  licence: 'CC-BY-4.0',
  variables: [],
  version: 1,
  models: [],
  forkOf: null,
  forks: 0,
  hiddenCharacters: [],
  findings: [],
  sha256: 'ab'.repeat(32),
} as const

describe('structured data', () => {
  it('of a prompt has its first 5,000 characters, its dates and its author', () => {
    const node = jsonLdOf({
      kind: 'prompt',
      prompt: {
        ...prompt,
        tags: ['verse'],
        testedWith: [],
        variables: [],
        models: [],
        skill: false,
        files: [],
        hiddenCharacters: [],
        findings: [],
        suggestedBy: [],
        translations: [],
        labels: [],
      },
    })
    expect(node).toMatchObject({
      '@type': 'CreativeWork',
      name: 'A poem',
      text: 'x'.repeat(textMax - 1),
      dateCreated: prompt.createdAt,
      dateModified: prompt.updatedAt,
      license: 'https://creativecommons.org/licenses/by/4.0/',
      version: 1,
      identifier: `sha256:${prompt.sha256}`,
      author: { '@type': 'Person', name: 'ada', url: '/user/ada' },
    })
    // Search engines only allow a rating if the page shows it as stars.
    expect(JSON.stringify(node)).not.toMatch(/rating|votes/i)
  })

  it('of the help page has each question with its answer', () => {
    expect(jsonLdOf({ kind: 'faq', items: [{ question: 'Why?', answer: 'So.' }] })).toMatchObject({
      '@type': 'FAQPage',
      mainEntity: [{ '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'So.' } }],
    })
  })

  it('of a list has its items and their number', () => {
    const items = [{ name: 'A', path: '/prompt/a' }]
    expect(jsonLdOf({ kind: 'list', name: 'Prompts', items })).toMatchObject({
      '@type': 'ItemList',
      numberOfItems: 1,
      itemListElement: [{ '@type': 'ListItem', position: 1, name: 'A', url: '/prompt/a' }],
    })
  })

  it('of a member or credited author is a ProfilePage, and that of a tool is a SoftwareApplication', () => {
    const person = makeContributor('a b')
    expect(jsonLdOf({ kind: 'person', person })).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: { url: '/user/a%20b' },
    })
    expect(jsonLdOf({ kind: 'person', person: { ...person, isMember: false } })).toMatchObject({
      mainEntity: { url: '/author/a%20b' },
    })
    const { id, description, category, tags, createdAt, updatedAt } = prompt
    const tool = {
      id,
      slug: 't',
      name: 'T',
      description,
      type: 'text',
      featured: false,
      url: 'https://t.test/',
      isFree: true,
      isFullyFree: false,
    } as const
    expect(
      jsonLdOf({ kind: 'tool', tool: { ...tool, mark: null, tags: [...tags], category, createdAt, updatedAt } }),
    ).toMatchObject({
      '@type': 'SoftwareApplication',
      url: '/tools/t',
      sameAs: 'https://t.test/',
    })
  })
})
