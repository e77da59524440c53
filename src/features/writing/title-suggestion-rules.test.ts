import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineError } from '#lib/short-text.ts'
import { suggestTitle } from './title-suggestion-rules.ts'

describe('a suggested title', () => {
  it.each([
    [
      'Write a polite letter to my landlord about the broken heating.',
      'Write a polite letter to my landlord about the broken',
    ],
    ['Please help me to plan {{days:three}} days in Lisbon, with a budget.', 'Plan three days in Lisbon'],
    ['I want you to act as a Linux terminal. I will type commands.', 'Linux terminal'],
    ['You are a senior copywriter. Write a headline for {{product}}.', 'Write a headline for a product'],
    ['Compare {{product_name}} and {{rivalName}} in a table.', 'Compare a product and a rival in a table'],
    [
      'Plan a trip of {{days}} days to {{city:Lisbon}} at a {{pace}} pace, for client {{client}}.',
      'Plan a trip of days to Lisbon at a pace',
    ],
    ['Answer client {{client}} politely.', 'Answer client politely'],
    [
      'Write a complaint to {{company}} about your {{product}}, firm and polite.',
      'Write a complaint to a company about your product',
    ],
    ['Write a toast for {{full_name}}.', 'Write a toast for somebody'],
    ['Translate {{text}} into {{language}}.', 'Translate a text into a language'],
    ['Write an apology to {{employer}}.', 'Write an apology to an employer'],
    ['Plan a menu from {{ingredients}} for {{guests}}.', 'Plan a menu from ingredients for guests'],
    ['Collect {{feedback}} about {{product}} reviews.', 'Collect feedback about product reviews'],
    ['Write to {{company:Acme}} about {{your_offer}}.', 'Write to Acme about your offer'],
    ['You are a senior copywriter who knows the trade.', 'Senior copywriter'],
    [
      'Your task is to summarize the minutes of a meeting, so that everybody can act.',
      'Summarize the minutes of a meeting',
    ],
    ['# Landing page reviewer\n\nRead the page below and list what is unclear.', 'Landing page reviewer'],
    [
      '# Role\n\nYou are a tutor. Explain the causes of the French Revolution.',
      'Explain the causes of the French Revolution',
    ],
    ['---\nname: create-plan\nversion: 2\n---\nWrites a plan for a change.', 'Create plan'],
    // The first letter isn't capitalized, because its capital form “SS” is one character longer.
    ['ßoll der Text kürzer werden?', 'ßoll der Text kürzer werden'],
    ['Task: Compare the two offers below in a table.', 'Compare the two offers below in a table'],
    ['请把下面的会议记录整理成一份清楚的总结，并列出下一步。', '请把下面的会议记录整理成一份清楚的总结'],
  ])('for “%s” is “%s”', (content, title) => {
    expect(suggestTitle(content)).toBe(title)
  })

  it.each(['', '   ', '{{}}', '12 34', '---\n---'])('is null for “%s”', (content) => {
    expect(suggestTitle(content)).toBeNull()
  })

  it('is always valid and short, and the same for the same text', () => {
    const pieces = fc.constantFrom(
      'Write ',
      'a poem ',
      'you are ',
      '{{a b}}',
      '. ',
      ', ',
      '\n',
      '# ',
      'ß',
      'ab',
      '\u200b',
      '晚餐',
      '-',
    )
    const prose = fc.string({ unit: pieces, maxLength: 60, size: 'max' })
    fc.assert(
      fc.property(fc.oneof(prose, fc.string({ unit: pieces }), fc.string({ unit: 'grapheme' })), (content) => {
        const title = suggestTitle(content)
        expect(suggestTitle(content)).toBe(title)
        if (title !== null) expect(lineError(title, 'title', { min: 3, max: 60 })).toBeNull()
      }),
    )
  })
})
