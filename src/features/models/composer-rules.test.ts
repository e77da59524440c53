import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillPrompt, parsePrompt } from '#features/variables/variable-rules.ts'
import { cpuMsOf } from '#test/cpu-time.ts'
import { composePrompt } from './composer-rules.ts'

/** Returns how a prompt reads if nothing is filled in. */
const readUnfilled = (content: string) => fillPrompt(parsePrompt(content), {})

const ideas = [
  'weekly status email',
  'Write an email to my landlord about broken heating',
  'help me write a speech for my sister’s wedding',
  'Plan a two-week trip to Japan for $3000',
  'Translate product texts into Dutch',
  'Explain recursion to beginners',
  'Ten names for our new bike repair course',
  'Write unit tests for this function',
  'blog post about urban gardening for busy parents, 800 words',
  'cover letter',
  'Summarize this report in 5 bullet points',
  'a logo for my bakery',
  'Write a birthday card for my boss',
  'SQL query for monthly revenue',
  'meal plan for 4 people',
  'Improve my essay',
  'a story about a brave hedgehog for 6-year-olds',
  'LinkedIn post about our podcast',
  'Compare two laptops for a student',
  'Answer an angry customer about a late delivery',
]

describe('the composer', () => {
  it('writes every part of a good prompt around an idea', () => {
    const { content, title, category, tags } = composePrompt({
      idea: 'Write a newsletter about our new bike repair course',
    })
    for (const part of ['Role', 'Context', 'Task', 'Constraints', 'Output format'])
      expect(content).toContain(`# ${part}\n`)
    expect(content).toContain('Write a newsletter about {{product:our new bike repair course}}')
    expect(readUnfilled(content)).toContain('Write a newsletter about our new bike repair course')
    expect({ title, category, tags }).toEqual({
      title: 'Newsletter about our new bike repair course',
      category: 'writing-editing',
      tags: ['writing'],
    })
  })

  it.each([
    ['thank-you note', 'thank-you notes'],
    ['press release', 'press releases'],
    ['job description', 'job descriptions'],
    ['newsletter', 'newsletters'],
    ['poem', 'poems'],
  ])('adds the same blanks for a %s as for %s', (one, many) => {
    const { blanks } = composePrompt({ idea: `Write a ${one}` })
    expect(blanks.length).toBeGreaterThan(0)
    expect(composePrompt({ idea: `Write ${many}` }).blanks).toEqual(blanks)
  })

  it('adds blanks for missing facts only', () => {
    // Facts in the idea can become blanks too, such as {{target language:Dutch}}. They come first.
    expect(composePrompt({ idea: 'Translate this e-mail' }).blanks).toEqual(['text', 'target language'])
    expect(composePrompt({ idea: 'Translate this e-mail into Dutch' }).blanks).toEqual(['target language', 'text'])
    expect(composePrompt({ idea: 'Write a speech for my students, 5 minutes' }).blanks).toEqual([
      'audience',
      'duration',
      'stories',
    ])
    expect(composePrompt({ idea: 'Write an essay', audience: 'voters' }).blanks).toEqual(['length'])
    expect(composePrompt({ idea: 'Fix the bug in this TypeScript function' }).blanks).toEqual(['existing code'])
    expect(composePrompt({ idea: 'Plan the move of our office for $900' }).blanks).toEqual(['budget', 'time available'])
  })

  it('asks for the text that the idea is based on, and says in the description what to fill in', () => {
    const { blanks, content, description } = composePrompt({ idea: 'Write release notes from a list of commits' })
    expect(blanks).toContain('list of commits')
    expect(content).toContain('# List of commits\n"""\n{{list of commits}}\n"""')
    expect(description).toMatch(/^A writing prompt\. You fill in the .*list of commits\.$/)
    expect(composePrompt({ idea: 'Summarize this from my notes' }).blanks).not.toContain('notes')
    expect(composePrompt({ idea: 'thing', tone: 'dry' }).description).toMatch(/^A prompt with a role/)
    expect(composePrompt({ idea: 'weekly status email' }).description).toContain('You fill in: how often')
  })

  it('turns varying parts of an idea into blanks with the idea’s words as defaults', () => {
    const { content, blanks } = composePrompt({ idea: 'Write an email to my landlord about broken heating' })
    expect(blanks).toEqual(['recipient', 'topic', 'facts', 'request'])
    expect(content).toContain('Write an email to {{recipient:my landlord}} about {{topic:broken heating}}')
    expect(composePrompt({ idea: 'Describe our garden in at most 200 words' }).content).toContain(
      '{{length:at most 200 words}}',
    )
  })

  it('asks for what a kind of text needs', () => {
    const { content, blanks } = composePrompt({ idea: 'weekly status email' })
    expect(blanks).toEqual(['how often', 'project', 'done', 'next', 'problems'])
    expect(content).toContain('then Done, Next and Problems as short lists')
  })

  it.each([
    'Complaint to an airline about a flight that was canceled',
    'complain about my broken washing machine',
    'ask the hotel for a refund',
  ])('takes “%s” as the idea for a letter from a customer', (idea) => {
    const { kind, category, content, blanks } = composePrompt({ idea })
    expect({ kind, category }).toEqual({ kind: 'write', category: 'writing-editing' })
    expect(content).toContain('You are a customer')
    expect(content).toContain('letter of complaint')
    expect(blanks).toEqual(expect.arrayContaining(['what happened', 'what I want']))
  })

  it.each([
    'Reply to a complaint about slow delivery',
    'Answer a customer who complains about the price',
    'Handle refund requests from our customers',
  ])('takes “%s” as the idea for a reply to a customer', (idea) => {
    expect(composePrompt({ idea })).toMatchObject({ kind: 'support', category: 'customer-support' })
  })

  it('keeps the kind that the member chose', () => {
    const { kind, content } = composePrompt({ idea: 'Complaint about a late parcel', kind: 'support' })
    expect(kind).toBe('support')
    expect(content).not.toContain('letter of complaint')
  })

  it.each(['Reminder for clients with unpaid invoices', 'reminder email', 'remind my tenant of the rent'])(
    'takes “%s” as the idea for a reminder',
    (idea) => {
      const { kind, content, description } = composePrompt({ idea })
      expect(kind).toBe('write')
      expect(description).toMatch(/^A writing prompt\./)
      expect(content).toContain('What is still outstanding')
    },
  )

  it('doesn’t ask for the recipient of a message if the idea names one', () => {
    expect(composePrompt({ idea: 'reminder email' }).blanks).toContain('recipient')
    expect(composePrompt({ idea: 'reminder email for our clients' }).blanks).not.toContain('recipient')
  })

  it('asks for the message that is to be answered', () => {
    expect(composePrompt({ idea: 'Answer this email' }).blanks).toContain('message')
    expect(composePrompt({ idea: 'Translate this email into Dutch' }).blanks).not.toContain('message')
  })

  it('adds no advice that every answer follows anyway', () => {
    const { content } = composePrompt({ idea: 'Write an email to my landlord about broken heating' })
    for (const filler of ['# Steps', 'Reread', 'in which the task is written', 'before you begin'])
      expect(content).not.toContain(filler)
    expect(content).toContain('# Output format')
  })

  it('removes polite openings from the task and the title, and describes only what to fill in', () => {
    const { title, description, content } = composePrompt({ idea: 'please help me plan a 3 day trip to Lisbon' })
    expect(content).toContain('# Task\nPlan a {{duration:3 day}} trip to {{place:Lisbon}}')
    expect(title).toBe('Plan a 3 day trip to Lisbon')
    expect(description).toBe(
      'A planning prompt. You fill in the duration, place, dates, travelers, interests, and pace.',
    )
    expect(composePrompt({ idea: 'weekly status email' }).content).toContain('Write a {{how often:weekly}} status')
  })

  it('doesn’t change existing blanks or code', () => {
    expect(composePrompt({ idea: 'Explain {{thing:a lever}} to my boss' }).blanks).toEqual(['audience', 'level'])
    expect(composePrompt({ idea: 'Fix `for my students` in this' }).content).toContain('Fix `for my students` in this')
  })

  it('tells a job description from a description of something else', () => {
    expect(composePrompt({ idea: 'description for a job, a job description' }).blanks).toContain('must have')
    expect(composePrompt({ idea: 'description of a job for a cook' }).blanks).toContain('must have')
    expect(composePrompt({ idea: 'description of my handmade soap' }).blanks).toContain('buyer')
    expect(composePrompt({ idea: 'description of a painting' }).kind).toBe('image')
  })

  it.each([
    ['explain inflation to a ten year old', '{{age:ten year old}}'],
    ['explain inflation to a 10-year-old', '{{age:10-year-old}}'],
    ['explain mortgages like I’m five', 'like I’m {{age:five}}'],
  ])('finds the age in “%s”', (idea, age) => {
    const { content, blanks } = composePrompt({ idea })
    expect(content).toContain(age)
    expect(blanks).toEqual(['topic', 'age'])
  })

  it('doesn’t mistake a month for a place', () => {
    expect(composePrompt({ idea: 'Plan a move to Ghent in March' }).content).toContain('{{place:Ghent}} in March')
    expect(composePrompt({ idea: 'Write that we meet in May' }).blanks).not.toContain('place')
  })

  it.each(['Translate this song into Dutch', 'Summarize this article', 'Rewrite my speech'])(
    'asks for the text that “%s” refers to, and not for facts that only a new text would need',
    (idea) => {
      const { blanks } = composePrompt({ idea })
      expect(blanks).toContain('text')
      for (const name of ['mood', 'point', 'stories']) expect(blanks).not.toContain(name)
    },
  )

  it('reports whether it added anything useful', () => {
    expect(composePrompt({ idea: 'thing' }).hasAdditions).toBe(false)
    // A general outline with one blank is no better than the idea.
    expect(composePrompt({ idea: 'an oak bench in Ghent' })).toMatchObject({
      blanks: ['place'],
      hasAdditions: false,
    })
    expect(composePrompt({ idea: '帮我写一封辞职信' }).hasAdditions).toBe(false)
    expect(composePrompt({ idea: '帮我写一封辞职信', kind: 'write' }).hasAdditions).toBe(true)
    expect(composePrompt({ idea: 'thing', tone: 'dry' }).hasAdditions).toBe(true)
  })

  it('composes the reviewed prompts for twenty ideas (test/fixtures/composed-ideas.md)', async () => {
    const written = ideas.map((idea) => `## ${idea}\n\n\`\`\`\n${composePrompt({ idea }).content}\`\`\`\n`)
    await expect(`# The composer’s prompts for twenty ideas\n\n${written.join('\n')}`).toMatchFileSnapshot(
      '../../../test/fixtures/composed-ideas.md',
    )
  })

  it('gives a blank a default if there is a sensible one', () => {
    expect(composePrompt({ idea: 'Explain gravity' }).content).toContain('{{level:beginner}}')
    expect(composePrompt({ idea: 'Summarise this report' }).content).toContain('{{text}}')
  })

  it('uses kind, tone, audience and language if given', () => {
    const { kind, content } = composePrompt({
      idea: 'our summer party',
      kind: 'write',
      tone: 'warm',
      audience: 'neighbors',
      language: 'Dutch',
    })
    expect(kind).toBe('write')
    expect(content).toContain('Tone: warm.')
    expect(content).toContain('Audience: neighbors')
    expect(content).toContain('Answer in Dutch.')
  })

  it('keeps an idea that is already a prompt, and adds no part that it has', () => {
    const prompt =
      'You are a chef. For example, name the oven’s heat.\n\n1. List the ingredients.\n2. Write the steps as a table.'
    const { content } = composePrompt({ idea: prompt })
    expect(content).toContain(prompt)
    for (const part of ['Role', 'Steps', 'Output format', 'Example']) expect(content).not.toContain(`# ${part}\n`)
  })

  it('keeps an idea in its language, and asks for an answer in that language', () => {
    const idea = '帮我写一封辞职信，语气要礼貌。'
    const { content, title, category } = composePrompt({ idea })
    expect(content).toContain(idea)
    expect(content).toContain('Answer in the language in which the task is written.')
    expect({ title, category }).toEqual({ title: '帮我写一封辞职信，语气要礼貌', category: 'general' })
  })

  it('writes a valid prompt for every idea, the same each time', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 3, maxLength: 500, size: 'max', unit: 'grapheme' }), (idea) => {
        fc.pre(idea.trim().length >= 3)
        const { title, description, content } = composePrompt({ idea })
        const length = Array.from(title).length
        expect(length).toBeGreaterThanOrEqual(3)
        expect(length).toBeLessThanOrEqual(200)
        expect(Array.from(description).length).toBeLessThanOrEqual(300)
        expect(readUnfilled(content)).toContain(readUnfilled(idea.trim()))
        expect(composePrompt({ idea })).toEqual(composePrompt({ idea }))
      }),
    )
  })

  it.each([
    ['blank lines', `x${'\n'.repeat(32_000)}x`],
    ['dashes', `${'-'.repeat(32_000)}x`],
    ['commas', `Write${','.repeat(32_000)}x`],
    ['digits and commas', `Write${' 1,1'.repeat(8_000)}${',1'.repeat(8_000)}`],
    ['recipes', 'recipe '.repeat(4_000)],
    ['ingredients', `recipe with a${' and a'.repeat(4_000)}`],
    ['alternatives', `${'a '.repeat(8_000)}${'or a '.repeat(4_000)}`],
    ['words after “which”', `which ${'a '.repeat(16_000)}`],
    ['beginnings of a recipient', 'tell my a a '.repeat(2_600)],
    ['letters', 'a'.repeat(32_000)],
    ['short words', `Write${' a my'.repeat(8_000)}${' for our'.repeat(4_000)}`],
  ])('takes less than a second for an idea of many %s, so that it doesn’t block other requests', (_, idea) => {
    expect(cpuMsOf(() => composePrompt({ idea }))).toBeLessThan(1_000)
  })

  it.each(['1. Plan the move', 'Plan the move of our office:\n\n  - pack', 'Plan the move of our office:\r\n* pack'])(
    'adds no steps to “%s”, which has a list',
    (idea) => {
      expect(composePrompt({ idea }).content).not.toContain('# Steps')
    },
  )

  it('ends a title without punctuation', () => {
    expect(composePrompt({ idea: 'Plan a garden for us, – ' }).title).toBe('Plan a garden for us')
  })
})
