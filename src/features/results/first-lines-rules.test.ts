import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstLinesOf, resultLimits, shorten } from './first-lines-rules.ts'

it('leaves out Markdown’s marks, blank lines and lines that only draw something', () => {
  const text =
    '## Plan\n\n---\nStart **small**.\n\n* one\n> two\n\n| day | dish |\n|---|:-:|\n| Mon | `soup` |\n\n```js\nlet x\n```'
  expect(firstLinesOf(text)).toBe('Plan\nStart small.\n- one\ntwo\nday · dish\nMon · soup\nlet x')
})

it('removes emphasis and links, but no asterisks and underscores that mean themselves', () => {
  expect(firstLinesOf('*Day 1*, _slowly_, ***both***, ~~no~~, [a page](https://site.test/a_b_c).')).toBe(
    'Day 1, slowly, both, no, a page.',
  )
  const plain = 'a*b*c, 2 * 3 * 4, *.ts and *.js, snake_case_name, [x], a_b_'
  expect(firstLinesOf(plain)).toBe(plain)
  expect(firstLinesOf('*a_ '.repeat(50_000)).length).toBeLessThanOrEqual(resultLimits.stored)
})

it('ends before a table, unless little comes before it', () => {
  const table = '| day | dish |\n|---|---|\n| Mon | soup |\n'
  const enough = 'A plan for a week with two cooks, one oven and no more than an hour for each of the dishes.'
  expect(firstLinesOf(`${enough}\n\n${table}After.`)).toBe(`${enough} …`)
  expect(firstLinesOf(`The plan:\n\n${table}\nAfter.`)).toBe('The plan:\nday · dish\nMon · soup\nAfter.')
})

it('cuts a long answer between words, and says so', () => {
  const lines = firstLinesOf('Every answer has words. '.repeat(40))
  expect(lines.length).toBeLessThanOrEqual(resultLimits.stored)
  expect(lines).toMatch(/(Every|answer|has|words\.) …$/)
  expect(firstLinesOf(`One.\n${'\n'.repeat(9_000)}Two.`)).toBe('One. …')
  expect(firstLinesOf('Short.')).toBe('Short.')
})

it('never splits a character, and stays within its length, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 900 }), (text) => {
      const lines = firstLinesOf(text)
      expect(lines.length).toBeLessThanOrEqual(resultLimits.stored)
      if (text.isWellFormed()) expect(lines.isWellFormed()).toBe(true)
      expect(shorten(lines, resultLimits.card).length).toBeLessThanOrEqual(resultLimits.card)
    }),
  )
})
