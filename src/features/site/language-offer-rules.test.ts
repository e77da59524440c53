import { expect, it } from 'vitest'
import { type LanguageTag, languages } from '#lib/languages.ts'
import { findLanguageOffer } from './language-offer-rules.ts'

const complete = languages.filter(({ isComplete }) => isComplete).map(({ tag }) => tag as LanguageTag)
const incomplete = languages.find(({ isComplete }) => !isComplete)?.tag
const ofSite = languages.map(({ tag }) => ({ tag, prefix: `/${tag}` }))
const offerTo = (preferred: string[], current: LanguageTag) =>
  findLanguageOffer(preferred, ofSite, current)?.tag ?? null

it('a reader gets an offer in the complete language that their browser prefers', () => {
  expect(offerTo(['xx', 'en-GB', 'de'], 'de')).toBe('en')
  expect(offerTo(['en-US', 'de'], 'en')).toBeNull()
  expect(offerTo(['nl', 'cy'], 'en')).toBeNull()
  expect(findLanguageOffer(['en'], [{ tag: 'de', prefix: '' }], 'de')).toBeNull()
  for (const tag of complete) if (tag !== 'en') expect(offerTo([tag, 'en'], 'en')).toBe(tag)
})

it('no incomplete language is offered, and no other script', () => {
  if (incomplete) expect(offerTo([incomplete], 'en')).toBeNull()
  expect(offerTo(['zh-TW'], 'zh-CN')).toBeNull()
  expect(offerTo(['zh-TW', 'en'], 'zh-CN')).toBe('en')
})
