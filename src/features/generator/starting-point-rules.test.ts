import { describe, expect, it } from 'vitest'
import { chooseStartingPoints, type Found } from './starting-point-rules.ts'

const prompt = (title: string, change: Partial<Found> = {}): Found => ({
  id: title,
  title,
  tags: [],
  similarity: 0.5,
  ...change,
})
const fitting = (idea: string, ...found: Found[]) =>
  chooseStartingPoints(idea, found).flatMap(({ title, fits }) => (fits ? [title] : []))

describe('a prompt fits', () => {
  it.each([
    ['A lesson plan about tides for 7th graders', 'Lesson plan for forty-five minutes'],
    ['Write unit tests for a date parser', 'Unit tests for a function'],
    ['Write a poem for my wife', 'Poem with one rule'],
    ['Turn a blog post into five LinkedIn posts', 'LinkedIn posts from a text'],
    ['Ask a customer for a testimonial', 'Testimonial'],
    ['SWOT analysis of a bakery', 'SWOT analysis'],
    ['Translate my summary into German', 'Translate a text'],
    ['A yoga routine for back pain', 'Workout or yoga routine at home'],
  ])('if “%s” names it by the beginning of its title: %s', (idea, title) => {
    expect(fitting(idea, prompt(title))).toEqual([title])
  })

  it('if the idea names one of its tags, whatever the subject is', () => {
    const minutes = prompt('Minutes that get read', { tags: ['meeting notes'], similarity: 0 })
    expect(fitting('Turn my messy meeting notes into a list', minutes)).toEqual([minutes.title])
  })

  it.each([
    ['A cover letter for a nurse', 'Letter of Marque'],
    ['A poem about a meeting', 'Meeting notes to action items'],
    ['Help me say no to extra work', 'Work'],
    ['A wine to go with grilled zebra', 'Zebra portrait'],
    ['帮我写一封辞职信', 'Letter of resignation'],
  ])('not if “%s” has only its topic, or a part of its name: %s', (idea, title) => {
    expect(fitting(idea, prompt(title))).toEqual([])
  })

  it('not by a single word if it means something else', () => {
    const titles = [0.5, 0.2, null].map((similarity) =>
      prompt(`Speech ${similarity}`, { tags: ['speech'], similarity }),
    )
    expect(fitting('A birthday speech', ...titles)).toEqual(['Speech 0.5', 'Speech null'])
  })

  it('if the search for the whole idea clearly finds it, in its title, tags and description', () => {
    const found = (headCoverage: number) =>
      prompt('Shell in a box', { inWhole: { hasTitleWord: true, coverage: 0.9, headCoverage, isNear: true } })
    expect(fitting('Play a Linux terminal', found(0.7))).toHaveLength(1)
    expect(fitting('Play a Linux terminal', found(0.5))).toHaveLength(0)
  })
})

it('prompts that fit come first, then those that share more words of the name, or mean more of the same', () => {
  const found = [
    prompt('Near', { similarity: 0.7 }),
    prompt('Guests', { tags: ['questions'] }),
    prompt('Interview questions for a guest', { similarity: 0.3 }),
    prompt('Questions about faith', { similarity: 0.55 }),
    prompt('Far', { similarity: 0.1 }),
  ]
  const chosen = chooseStartingPoints('Prepare questions for an interview with a beekeeper', found)
  expect(chosen.map(({ title, fits, isClose }) => [title, fits, isClose])).toEqual([
    ['Interview questions for a guest', true, true],
    ['Questions about faith', true, true],
    ['Guests', true, true],
    ['Near', false, true],
    ['Far', false, false],
  ])
})

it('what something is turned into counts more than what it is made from, and a verb more than a noun', () => {
  const firstOf = (idea: string, ...titles: string[]) =>
    chooseStartingPoints(
      idea,
      titles.map((title) => prompt(title)),
    )[0]?.title
  expect(firstOf('Turn a blog post into five LinkedIn posts', 'Blog post', 'LinkedIn posts')).toBe('LinkedIn posts')
  expect(firstOf('An email to my landlord', 'Email to a person', 'Letter to a landlord')).toBe('Letter to a landlord')
  expect(firstOf('Translate my summary into German', 'Summary', 'Translate a text')).toBe('Translate a text')
})
