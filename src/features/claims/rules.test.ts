import { expect, it } from 'vitest'
import { isGithubName } from './rules.ts'

it.each([
  ['grace-hopper', true],
  ['G', true],
  ['a'.repeat(39), true],
  [`${'a-'.repeat(19)}a`, true],
  ['a'.repeat(40), false],
  [`${'a-'.repeat(20)}a`, false],
  ['-grace', false],
  ['grace-', false],
  ['grace--hopper', false],
  ['Grace Hopper', false],
  ['', false],
])('“%s” may be a GitHub username: %s', (name, may) => {
  expect(isGithubName(name)).toBe(may)
})
