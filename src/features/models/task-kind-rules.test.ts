import { describe, expect, it } from 'vitest'
import { kindOf } from './task-kind-rules.ts'

describe('the kind of task', () => {
  it.each([
    ['Write a cover letter for a junior nurse', 'write'],
    ['a bedtime story about a fox who is afraid of the dark', 'write'],
    ['Rewrite this paragraph so that it sounds less stiff', 'rewrite'],
    ['Summarize the attached meeting notes in five bullets', 'summarise'],
    ['Translate the following e-mail into Polish', 'translate'],
    ['Python script that renames photos by date', 'code'],
    ['debug my React component that renders twice', 'code'],
    ['Review last quarter’s sales data and tell me what changed', 'analyse'],
    ['Compare heat pumps and gas boilers, with sources', 'research'],
    ['plan a 3 day trip to Lisbon with two kids', 'plan'],
    ['Explain photosynthesis to a 10-year-old', 'teach'],
    ['A logo of a fox made of paper', 'image'],
    ['answer an angry customer whose parcel is late', 'support'],
    ['name ideas for a bakery that is also a library', 'brainstorm'],
    ['Übersetze diesen Text ins Englische', 'other'],
    ['帮我写一封辞职信', 'other'],
    ['Go', 'other'],
  ])('for “%s” is %s', (idea, kind) => {
    expect(kindOf(idea)).toBe(kind)
  })
})
