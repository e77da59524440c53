import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describePrompt, shorten } from './description-rules.ts'

describe('the derived description of a text', () => {
  it.each([
    {
      story: 'is its first sentence',
      content: 'Plan a dinner for the people who live in my street and never met. Ask first.',
      description: 'Plan a dinner for the people who live in my street and never met.',
    },
    {
      story: 'is more where the first sentence says little',
      content: 'Be a poet. Write four lines about rain on a tin roof in spring. No rhymes.',
      description: 'Be a poet. Write four lines about rain on a tin roof in spring.',
    },
    {
      story: 'reads variables as their default, else as their name',
      content: 'Plan a dinner for {{guests:six}} people in {{town}} who never met before.',
      description: 'Plan a dinner for six people in town who never met before.',
    },
    {
      story: 'leaves out the marks of Markdown',
      content: '# Title\n\n- **Plan** a [dinner](http://x.test) for `six` people in a small flat.\n- More',
      description: 'Plan a dinner for six people in a small flat.',
    },
    {
      story: 'joins wrapped lines',
      content: 'Plan a dinner for six people\nwho live in my street and never met.\n\nMore.',
      description: 'Plan a dinner for six people who live in my street and never met.',
    },
    {
      story: 'passes over rules, code and headings',
      content: '---\n\n```js\nlet a = 1 + 2 + 3\n```\n## One two three four\nPlan a dinner for six people.',
      description: 'Plan a dinner for six people.',
    },
    {
      story: 'believes the header of a file',
      content: '---\nname: x\ndescription: "Plans a dinner for six people."\n---\n# Dinner\nOther words stand here.',
      description: 'Plans a dinner for six people.',
    },
    {
      story: 'is the first prose among the values of JSON',
      content: '{"kind": "x", "goal": "Plan a dinner for six people in a small flat."}',
      description: 'Plan a dinner for six people in a small flat.',
    },
    {
      story: 'needs no spaces',
      content:
        '请为住在同一条街上但从未见过面的六位邻居安排一次晚餐。请先问我有什么食材，再从冰箱里有的东西开始选一道菜，并写出每个人要带来的一样东西。最后一句。',
      description:
        '请为住在同一条街上但从未见过面的六位邻居安排一次晚餐。请先问我有什么食材，再从冰箱里有的东西开始选一道菜，并写出每个人要带来的一样东西。',
    },
  ])('$story', ({ content, description }) => expect(describePrompt(content)).toBe(description))

  it('is empty for a text without prose', () => expect(describePrompt('```\na = 1\n```\n| a | b |\n')).toBe(''))

  it('property: it is one line of at most 200 characters, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'word ', '\n', '#', '{"', '": "', '. ', '---', '文', '`', '🎭') }),
        (text) => {
          const description = describePrompt(text)
          expect(description).not.toMatch(/[\r\n]/)
          expect(Array.from(description).length).toBeLessThanOrEqual(200)
        },
      ),
    )
  })
})

describe('a shortened text', () => {
  it('ends with a whole word', () => expect(shorten('one two three, four', 15)).toBe('one two three…'))
  it('stays as it is when it fits', () => expect(shorten('one two', 7)).toBe('one two'))
  it('is cut anywhere when it has no words', () => expect(shorten('文'.repeat(20), 10)).toBe(`${'文'.repeat(9)}…`))
})
