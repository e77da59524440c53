import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf, reachesEnd } from './excerpt-rules.ts'
import { promptLimits } from './rules.ts'

const task = 'Plan a dinner for {{guests:six}} people in a small flat.'

describe('the excerpt of a text', () => {
  it('is the whole text with its line breaks if the text is short and plain', () => {
    const content = 'Plan a dinner for {{guests}} people.\n\nAsk me for allergies first.'
    expect(excerptOf(content)).toBe(content)
  })

  it.each([
    ['front matter', `---\nname: dinner\nmodel: x\n---\n${task}`],
    ['a heading', `# Dinner planner for everybody\n\n${task}`],
    ['a title in bold', `**Dinner planner for everybody:**\n${task}`],
    ['a title in capitals', `DINNER PLANNER FOR EVERYBODY\n${task}`],
    [
      'horizontal rules and lines about the file',
      `=====\n# Prompt Name: A Dinner for Everybody\nVersion: 1.3 of last year\n${task}`,
    ],
    ['a short label', `Your Task:\n${task}`],
    ['a label before the sentence', `**Task:** ${task}`],
    ['a code block', `\`\`\`js\nlet one = two + three + four\n\`\`\`\n${task}`],
    ['a table', `| one two | three four five |\n${task}`],
    ['Markdown syntax', `- Plan a **dinner** for {{guests:six}} people in a [small flat](https://example.com).`],
    ['XML tags', `<role>\n${task}\n</role>`],
  ])('leaves out %s', (_what, content) => expect(excerptOf(content)).toBe(`${task} …`))

  it.each([
    ['Act as a Dinner Planner.', task],
    ['I want you to act as a dinner planner. You are an expert in small flats.', task],
    ['You are a planner of dinners, e.g. for friends.', `Your task is to:\n- ${task}`],
    ['Act as a planner', `Context: ${task}`],
  ])('leaves out sentences that only give a role: %s', (role, rest) => {
    expect(excerptOf(`${role}\n${rest}\n\n${'Ask about allergies before the menu. '.repeat(7)}`)).toMatch(
      /^Plan a dinner for \{\{guests:six\}\} people in a small flat\. Ask/,
    )
  })

  const more = 'Ask me for more. '.repeat(20)
  it.each([
    ['is the task', 'You are writing to a client. Say that the parcel is late.', more],
    ['has a blank', 'Act as a {{trade}} recruiter. Read the resume that follows.', more],
    ['is followed by hardly any text', `Act as a teller of tales${' of the sea'.repeat(25)}. Begin now.`, ''],
  ])('keeps a first sentence that %s', (_what, text, rest) => {
    const excerpt = excerptOf(`${text} ${rest}`.trim())
    expect(excerpt.slice(0, 20)).toBe(text.slice(0, 20))
  })

  it('keeps a label before a blank, because it says what to type there', () => {
    const rest = `Plan a dinner for six people. ${'Ask about allergies before the menu. '.repeat(8)}`
    expect(excerptOf(`I have: {{food}}. ${rest}`)).toMatch(/^I have: \{\{food\}\}\. Plan a dinner/)
  })

  it('shows other catalogues’ variables as blanks, even with names that aren’t valid here, but not code', () => {
    const rest = 'Ask about allergies before the menu. '.repeat(8)
    const startOf = (text: string) => excerptOf(`${text} ${rest}`).slice(0, 70)
    expect(startOf('Plan a dinner for ${number of guests:six}. ')).toMatch(
      /^Plan a dinner for \{\{number of guests:six\}\}\. /,
    )
    expect(startOf('List questions on the ${Product/Service Description}.')).toMatch(
      /^List .* the \{\{Product Service Description\}\}\./,
    )
    expect(startOf("Build a shop like ${Brand's core product:chicken, donut}.")).toContain(
      '{{Brands core product:chicken, donut}}',
    )
    const long = 'Product/Service/Project/Company/Industry Description'
    expect(startOf(`Ask about the \${${long}}.`)).toContain('the {{Product Service Project Company Industry}}.')
    expect(startOf('Describe the skill with ${{{variable}}}.')).toMatch(/^Describe the skill with \{\{variable\}\}\./)
    expect(startOf('Fix the line that shows ${error.message} of a failed call.')).toContain('${error.message}')
    expect(startOf('Read the key from ${env:HOME} or ${file:key}.')).toContain('from ${env:HOME} or ${file:key}.')
  })

  it('continues after the first sentence, on one line', () => {
    expect(excerptOf(`# Dinner\n${task}\n\n## Rules\n1. Ask first.\n2. No fish.`)).toBe(`${task} Ask first. No fish. …`)
  })

  it('separates the items of a list with semicolons, except after a blank or punctuation', () => {
    expect(excerptOf(`${task}\n- Ask first\n- No fish (cod)\n- Count to {{number}}\n- Done.`)).toBe(
      `${task} Ask first; No fish (cod); Count to {{number}} Done. …`,
    )
  })

  it('has no comma, colon, dash or number of an item before its ellipsis', () => {
    expect(excerptOf(`${task}\n\nColumns: name; city;\n\n\`\`\`\nx\n\`\`\``)).toBe(`${task} Columns: name; city …`)
    expect(excerptOf(`Say ${'word, '.repeat(60)}`)).toMatch(/word …$/)
    expect(excerptOf(`Say ${'1) Ask. 22) Answer. '.repeat(20)}`)).toMatch(/(?:Ask|Answer)\. …$/)
  })

  it('is truncated after a whole word, never inside a variable', () => {
    expect(excerptOf(`Say ${'word '.repeat(60)}`)).toMatch(/^Say (word )+…$/)
    expect(excerptOf(`Say ${'word '.repeat(45)}{{a variable: with a long default}} more`)).toMatch(/word …$/)
  })

  it('summarizes a picture described in JSON as subject, style and format', () => {
    const picture = {
      meta: { quality: 'high' },
      subject: { age: 'An old sailor.', clothes: ['blue coat', 'cap'] },
      look: { lighting: 'soft' },
      camera: { aspect_ratio: '3:4' },
    }
    const excerpt = 'Subject: An old sailor, blue coat, cap Style: soft Format: 3:4 …'
    expect(excerptOf(JSON.stringify(picture, null, 2))).toBe(excerpt)
    expect(excerptOf(`\`\`\`json\n${JSON.stringify(picture)}\n\`\`\``)).toBe(excerpt)
  })

  it('takes the style of a picture from its lighting only if no other key gives a style', () => {
    const picture = { subject: 'A quiet street.', lighting: { intensity: 'moderate', source: 'unknown' } }
    expect(excerptOf(JSON.stringify(picture))).toContain('Style: moderate, unknown')
    expect(excerptOf(JSON.stringify({ ...picture, style: 'painted' }))).toContain('Style: painted')
  })

  it('is only the sentence that describes the picture, if the JSON has such a sentence', () => {
    const prompt = 'Draw the harbor at night, seen from the pier.'
    const rest = { style: 'watercolor', aspect_ratio: '3:4' }
    expect(excerptOf(JSON.stringify({ ...rest, prompt }))).toBe(`${prompt} …`)
    const short = { description_short: 'A quiet harbor at night.', description: 'A longer text about it.' }
    expect(excerptOf(JSON.stringify({ ...rest, prompt, ...short }))).toBe('A quiet harbor at night. …')
    expect(excerptOf(JSON.stringify({ image: { ...rest, prompt } })), 'JSON in a wrapper').toBe(`${prompt} …`)
    expect(excerptOf(JSON.stringify({ ...rest, subject: 'A harbor' })), 'no sentence').toContain('Style: watercolor')
    const inner = { subject: 'A harbor', sky: { description: 'Clouds before a long storm.' } }
    expect(excerptOf(JSON.stringify(inner)), 'the description of a part doesn’t count').toMatch(/^Subject: A harbor/)
  })

  it('uses the first sentence of JSON that describes no picture, even if the JSON is invalid', () => {
    expect(excerptOf(`{"kind": "x", "goal": "${task}", }`)).toBe(`${task} …`)
    expect(excerptOf(`{"role": "planner", "goal": "${task}"}`)).toBe(`${task} …`)
  })

  it('is the text itself if it contains no sentence', () => {
    expect(excerptOf('| a | b |\n| c | d |')).toBe('| a | b |\n| c | d |')
    expect(excerptOf('# Title only')).toBe('# Title only')
  })

  it('works for scripts without spaces', () => {
    expect(excerptOf('# 晚餐\n请为住在同一条街上但从未见过面的六位邻居安排一次晚餐。')).toBe(
      '请为住在同一条街上但从未见过面的六位邻居安排一次晚餐。 …',
    )
  })

  it('property: has at most 240 characters and no lone surrogate, and is the whole text unless it ends with an ellipsis', () => {
    const pieces = fc.constantFrom('word ', 'a', '😀', ' ', '\n', '…', '. ', '# ', '- ', '{{a}}', task, ' '.repeat(50))
    const text = fc.string({ unit: pieces, maxLength: 40, size: 'max' })
    const end = fc.constantFrom('😀', ' ')
    const longText = fc.tuple(fc.constantFrom('', task), end, fc.nat(300)).map(([text, end, n]) => text + end.repeat(n))
    fc.assert(
      fc.property(fc.oneof(text, longText, fc.string({ unit: 'binary' })), (content) => {
        const excerpt = excerptOf(content)
        expect(Array.from(excerpt).length).toBeLessThanOrEqual(promptLimits.excerpt)
        expect(excerpt.isWellFormed()).toBe(true)
        expect(excerpt === content || excerpt.endsWith('…')).toBe(true)
      }),
    )
  })
})

describe('an excerpt that ends with an ellipsis', () => {
  const reaches = (content: string) => reachesEnd(excerptOf(content), content.slice(-200))

  it('reaches the end of its text if it leaves out only earlier parts', () => {
    expect(reaches(`# Dinner\n- ${task}\n- Ask **first**.\n`)).toBe(true)
    expect(reaches(`Act as a Dinner Planner. ${task} Ask about allergies and preferences.`)).toBe(true)
  })
  it('doesn’t reach the end if more follows', () => {
    expect(reaches(`${task}\n\n\`\`\`js\nlet one = two\n\`\`\`\n`)).toBe(false)
    expect(reaches(`${task} ${'Ask about allergies before the menu. '.repeat(9)}`)).toBe(false)
    expect(reachesEnd(' …', 'text')).toBe(false)
  })
})
