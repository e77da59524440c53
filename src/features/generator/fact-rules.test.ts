import { describe, expect, it } from 'vitest'
import type { Variable } from '#features/variables/contract.ts'
import { cpuMsOf } from '#test/cpu-time.ts'
import { type Brief, factsOf, valueFor } from './fact-rules.ts'

/** Returns the value that an idea states for a blank. */
function fill(idea: string, blank: string | Variable, brief: Partial<Brief> = {}): string | null {
  const variable = typeof blank === 'string' ? blankOf(blank) : blank
  return valueFor(variable, factsOf({ idea, ...brief }))
}

function blankOf(written: string): Variable {
  const [name = '', usual = null] = written.split(':')
  return { name, default: usual }
}

describe('a blank', () => {
  it.each([
    ['Lesson plan for photosynthesis for 7th graders, 45 minutes', 'topic', 'photosynthesis'],
    ['Lesson plan for photosynthesis for 7th graders, 45 minutes', 'class', '7th graders'],
    ['Lesson plan for photosynthesis for 7th graders, 45 minutes', 'minutes:30', '45'],
    ['Quiz with 10 questions about the French Revolution', 'subject', 'the French Revolution'],
    ['Email about a trip to the zoo on May 4 for parents', 'topic', 'a trip to the zoo on May 4'],
    ['Explain type 2 diabetes to a 60-year-old patient', 'topic', 'type 2 diabetes'],
    ['Explain type 2 diabetes to a 60-year-old patient', 'audience', 'a 60-year-old patient'],
    ['Plan a 3-day trip to Kyoto with two kids', 'days', '3'],
    ['Plan a 3-day trip to Kyoto with two kids', 'place', 'Kyoto'],
    ['Dinner for a family of four on a budget of $80', 'people:2', '4'],
    ['Dinner for a family of four on a budget of $80', 'people:two adults', 'a family of four'],
    ['Dinner for a family of four on a budget of $80', 'budget', '$80'],
    ['Instagram caption, under 40 words', 'length:about 300 words', 'under 40 words'],
    ['Cover letter for a job at Spotify', 'company', 'Spotify'],
    ['A post about our company Northwind', 'company', 'Northwind'],
    ['Newsletter for June, theme "summer reading"', 'theme', 'summer reading'],
    ['Product description for a bamboo toothbrush', 'product', 'bamboo toothbrush'],
    ['Translate this into French', 'target language', 'French'],
    ['Unit tests for a Python function', 'programming language', 'Python'],
    ['Invitation to a party on Friday', 'date', 'Friday'],
    ['A speech for the retirement of my colleague, funny, 3 minutes', 'occasion', 'the retirement of my colleague'],
    ['A speech for my sister’s wedding', 'event', 'my sister’s wedding'],
    ['A speech for a group of students', 'audience', 'a group of students'],
    ['A speech for the parents of my students', 'audience', 'the parents of my students'],
    ['Back up a folder', 'task', 'Back up a folder'],
    ['Email to my landlord because the heating is broken, please', 'defect', 'the heating is broken'],
    ['I need a cover letter for a nurse position', 'job', 'nurse'],
    ['Meal plan for a family that hates mushrooms', 'avoid', 'mushrooms'],
    ['Logo for a shop called Spoke & Wrench', 'name', 'Spoke & Wrench'],
    ['SQL query: customers without orders', 'goal', 'customers without orders'],
    ['Critique my idea: a library for tools', 'topic', 'a library for tools'],
    ['An email to restaurants selling our compost bins', 'product', 'compost bins'],
    ['A story for my daughter Mia', 'audience', 'my daughter Mia'],
  ])('is filled in from “%s”: %s is “%s”', (idea, blank, value) => {
    expect(fill(idea, blank)).toBe(value)
  })

  it.each([
    ['Feedback for student essays', 'age or level'],
    ['Plan a trip with two kids', 'travelers:two adults'],
    ['Scale a recipe from 4 people to 30 people', 'people:2'],
    ['A talk in Rome or in Paris', 'city'],
    ['An email for a spring sale', 'product'],
    ['Write a poem', 'topic'],
    ['A report on sales', 'date'],
    ['Notes of the meeting', 'notes'],
    ['A letter because of the heating', 'defect'],
    ['An email about a broken window', 'reason'],
    ['A company in Rome', 'company'],
    ['A speech for the retirement of my colleague', 'audience'],
    ['A speech for my colleagues', 'occasion'],
    ['A speech for 5 minutes', 'occasion'],
    ['A speech for Friday', 'occasion'],
  ])('stays blank where “%s” doesn’t plainly say what “%s” is', (idea, blank) => {
    expect(fill(idea, blank)).toBeNull()
  })

  it.each([
    ['Compare ', 'Compare electric cars under 30,000 euros', 'topic', 'electric cars'],
    ['the pros and cons of ', 'Pros and cons of a four-day week', 'topic', 'a four-day week'],
    ['a letter at ', 'A letter for a job at a hospital', 'company', 'a hospital'],
    ['who asked me to ', 'Help me say no', 'request', null],
  ])('after “%s” takes from “%s” for %s: “%s”', (before, idea, name, value) => {
    expect(valueFor(blankOf(name), factsOf({ idea }), { before })).toBe(value)
  })

  it('takes the option that the idea names, if it names only one', () => {
    const tone: Variable = { name: 'tone', default: null, kind: 'choice', options: ['Formal', 'Very dry'] }
    expect(fill('A very dry toast', tone)).toBe('Very dry')
    expect(fill('A toast, formal or very dry', tone)).toBeNull()
  })

  it('takes a detail of the form, unless it doesn’t fit', () => {
    expect(fill('A toast', 'tone', { tone: 'Warm' })).toBe('Warm')
    const tone: Variable = { name: 'tone', default: null, kind: 'choice', options: ['Formal', 'Dry'] }
    expect(fill('A toast', tone, { tone: 'Warm' })).toBeNull()
  })

  it('takes no value that would end it', () => {
    expect(fill('A text about {{bees}} and }} braces', 'topic')).toBeNull()
  })

  it.each(['1 ', '1,', 'a family of ', 'A', 'A ', 'on May 1 ', 'for people ', 'topic: '])(
    'is filled in quickly from 32,000 characters of “%s”',
    (piece) => {
      const idea = piece.repeat(32_000 / piece.length)
      const blanks = ['topic', 'place', 'people:2', 'date', 'budget', 'length:5 words', 'audience', 'language', 'x y']
      expect(cpuMsOf(() => blanks.map((blank) => fill(idea, blank)))).toBeLessThan(1_500)
    },
  )
})
