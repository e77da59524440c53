import { describe, expect, it } from 'vitest'
import { adoptVariables, findForeignVariables } from './foreign-variable-rules.ts'

const written = (content: string) => findForeignVariables(content).map((variable) => variable.written)

describe('variables as others write them', () => {
  it('are found once each, in order, with the name that they would have', () => {
    expect(findForeignVariables('Tell [NAME] of ${topic:tea}, <your city> and [NAME].')).toEqual([
      { written: '[NAME]', name: 'name', count: 2 },
      { written: '${topic:tea}', name: 'topic', count: 1 },
      { written: '<your city>', name: 'your city', count: 1 },
    ])
  })

  it.each([
    'Say ${error.message} and ${} and ${a + b}',
    'A [link](https://example.org), a note[1] and a ![picture](x)',
    'A list:\n- [ ] open\n- [x] done',
    'items[index] = list[first][second]',
    '<context>Read this</context>',
    'One line<br>another <p> and <img src="x">',
    'if a < b and c > d',
    'An own one: {{name}}',
    '[ref]: https://example.org',
  ])('are not seen in: %s', (content) => {
    expect(written(content)).toEqual([])
  })

  it('become ours where the writer says so', () => {
    const content = 'Tell [NAME] of ${topic:tea} in <LANGUAGE>.'
    expect(adoptVariables(content, findForeignVariables(content))).toBe(
      'Tell {{name}} of {{topic:tea}} in {{language}}.',
    )
    expect(adoptVariables(content, findForeignVariables(content).slice(0, 1))).toBe(
      'Tell {{name}} of ${topic:tea} in <LANGUAGE>.',
    )
  })

  it('are not offered where there are too many to be meant', () => {
    expect(written(Array.from({ length: 21 }, (_, n) => `[blank ${n}]`).join(' '))).toEqual([])
  })
})
