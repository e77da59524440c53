import { expect, it } from 'vitest'
import { findingsTitle, papersOf, sentenceOf } from './paper-rules.ts'

const override = { kind: 'override', what: 'tells the model to ignore other instructions', line: 3, count: 1 } as const
const link = { kind: 'link', what: 'docs.example', line: 1, count: 4 } as const

it('findings are sentences with their place', () => {
  expect(sentenceOf(override)).toBe('It tells the model to ignore other instructions, line 3.')
  expect(sentenceOf({ ...override, count: 2 })).toBe(
    'It tells the model to ignore other instructions, 2 times, first on line 3.',
  )
  expect(sentenceOf({ ...override, line: 0 })).toContain(
    'not in the text but in its title, description, blanks or files',
  )
  expect(sentenceOf(link)).toBe('It links to docs.example.')
})

it('the line above them counts alarms, not facts, and claims nothing if there are none', () => {
  expect(findingsTitle([override, link])).toBe('1 thing to know before you run this')
  expect(findingsTitle([link])).toBe('Links and commands in this text')
  expect(findingsTitle([])).toBe(null)
})

it('papers name the credited author of an imported prompt, not the account that imported it', () => {
  const prompt = { user: { username: 'ada' }, licence: 'CC0-1.0', version: 2, sha256: 'ab', findings: [link] } as const
  expect(papersOf({ ...prompt, findings: [link], credit: 'Bo' })).toEqual({
    author: 'Bo',
    license: 'CC0-1.0',
    version: 2,
    sha256: 'ab',
    findings: [link],
  })
  expect(papersOf({ ...prompt, findings: [], credit: null }).author).toBe('ada')
})
