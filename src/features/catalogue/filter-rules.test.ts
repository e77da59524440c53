import { describe, expect, it } from 'vitest'
import { chosenFilters, offeredFilters, pictureFilters, storedValues } from './filter-rules.ts'
import { filterNames } from './rules.ts'

describe('filters', () => {
  it('are picked from the parameters of a list, and become values such as `language:en` in a fixed order', () => {
    const search = { length: 'long', tag: 'sql', language: 'en', style: undefined } as const
    expect(chosenFilters(search)).toEqual({ language: 'en', length: 'long' })
    expect(storedValues(search)).toEqual(['language:en', 'length:long'])
  })

  it('for pictures are offered in the image category, and in other lists only if already chosen', () => {
    expect(offeredFilters('image-generation', {})).toEqual(filterNames)
    expect(offeredFilters('creative', {})).toEqual(filterNames.filter((name) => !pictureFilters.includes(name)))
    expect(offeredFilters(undefined, { ratio: '1:1' })).toContain('ratio')
  })
})
