import { describe, expect, it } from 'vitest'
import { translate } from '#lib/texts.ts'
import { textsOf } from './fact-rules.ts'
import { toolFactNames } from './rules.ts'

const facts = toolFactNames.map((fact) => ({ fact, ...textsOf(fact) }))

describe('the facts about tools, in fact-rules.ts', () => {
  it('have different texts, so that no two filters, checkboxes or chips look alike', () => {
    const kinds = [
      facts.map(({ label }) => label),
      facts.flatMap(({ values }) => [values.yes, values.no]),
      facts.flatMap(({ short }) => [short.yes, short.no]),
      facts.flatMap(({ adjective }) => [adjective.yes, adjective.no]),
    ]
    const repeated = kinds.flatMap((kind) => {
      const texts = kind.flatMap((text) => (text ? translate(text).toLowerCase() : []))
      return texts.filter((text, index) => texts.indexOf(text) !== index)
    })
    expect(repeated, 'give each fact its own words').toEqual([])
  })

  it('share a heading if one implies the other, and only then', () => {
    const wrongPairs = facts.flatMap((one) =>
      facts
        .filter(({ fact }) => fact < one.fact)
        .filter((other) => {
          const isImplied = one.implies === other.fact || other.implies === one.fact
          return (one.heading === other.heading) !== isImplied
        })
        .map((other) => `${one.fact} and ${other.fact}`),
    )
    expect(wrongPairs, 'correct `heading` or `implies` (fact-rules.ts)').toEqual([])
  })

  it('don’t imply themselves', () => {
    expect(facts.filter(({ fact, implies }) => implies === fact).map(({ fact }) => fact)).toEqual([])
  })
})
