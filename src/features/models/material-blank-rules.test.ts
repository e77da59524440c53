import { describe, expect, it } from 'vitest'
import { materialBlankOf } from './material-blank-rules.ts'

describe('the text that an idea is based on', () => {
  it.each([
    ['Write release notes from a list of commits', 'list of commits'],
    ['Write a blog post based on these customer reviews', 'customer reviews'],
    ['make a quiz from my lecture notes for students', 'lecture notes'],
    ['A recipe based on the following ingredients', 'ingredients'],
    ['A status email from a few bullet points', 'bullet points'],
    ['Write an article based on some interviews', 'interviews'],
    ['Write a summary from a couple of short reviews', 'short reviews'],
    ['Draft an offer based on our call with the client', 'call'],
  ])('is found in “%s”: “%s”', (idea, name) => expect(materialBlankOf(idea)?.name).toBe(name))

  it.each([
    'Write a letter from my landlord',
    'Plan a trip from the coast to the mountains',
    'Explain it from the point of view of a child',
    'A play based on a true story',
    'Write an essay about gardens',
    'Write a summary from {{notes}}',
  ])('isn’t found in “%s”', (idea) => expect(materialBlankOf(idea)).toBeNull())
})
