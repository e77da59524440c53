import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuMsOf } from '#test/cpu-time.ts'
import { convertPlaceholders, fillableSegments, findPlaceholders } from './placeholder-rules.ts'
import { fillPrompt } from './variable-rules.ts'

const findWritten = (content: string) => findPlaceholders(content).map((placeholder) => placeholder.written)
const fillableNames = (content: string) =>
  findPlaceholders(content).flatMap((placeholder) => (placeholder.isSure ? [placeholder.name] : []))

describe('placeholders that aren’t written as variables', () => {
  it('are found once each, in order, with the name that each would have as a variable', () => {
    expect(findPlaceholders('Tell [NAME] of ${topic:tea}, in <your city>, and [NAME].')).toEqual([
      { written: '[NAME]', name: 'name', count: 2, isSure: true },
      { written: '${topic:tea}', name: 'topic', count: 1, isSure: false },
      { written: '<your city>', name: 'city', count: 1, isSure: true },
    ])
  })

  it.each([
    'Say ${error.message} and ${} and ${a + b}',
    'Read ${env:HOME} and ${file:notes.txt}',
    'A [link](https://example.org), a note[1] and a ![picture](x)',
    'A list:\n- [ ] open\n- [x] done',
    'items[index] = list[first][second]',
    'const tags: string[] = ["one", "two"]',
    "names = ['one', 'two']; pairs = [1, 2]",
    '<context>Read this</context>',
    '<question id="1">Why?</question>',
    'One line<br>another <p> and <img src="x">',
    'A <title> and a <table> of <li>',
    'Return Promise<string> or Array<User>, Map<string, number>',
    'if a < b and c > d',
    'if (a < limit && b > limit) return',
    'My own: {{name}}',
    '[ref]: https://example.org',
    'Mail <me@example.org> or see <https://example.org>',
    'Use (any) tool, of (your) choice',
  ])('are not found in: %s', (content) => {
    expect(findWritten(content)).toEqual([])
  })

  it('are converted to variables, all together or only some of them', () => {
    const content = 'Tell [NAME] of ${topic:tea} in <LANGUAGE>.'
    expect(convertPlaceholders(content, findPlaceholders(content))).toBe(
      'Tell {{name}} of {{topic:tea}} in {{language}}.',
    )
    expect(convertPlaceholders(content, findPlaceholders(content).slice(0, 1))).toBe(
      'Tell {{name}} of ${topic:tea} in <LANGUAGE>.',
    )
  })

  it('are not found if there are too many of them', () => {
    expect(findWritten(Array.from({ length: 21 }, (_, n) => `[blank ${n}]`).join(' '))).toEqual([])
  })
})

describe('what readers can fill in', () => {
  it.each([
    ['Act as an expert in the [Insert Industry, e.g., Tech] industry.', 'industry'],
    ['Write a poem about <topic>.', 'topic'],
    ['My first sentence is "(your text)"', 'text'],
    ['Text: (paste the report here)', 'report'],
    ['Summarize this:\n(insert your article)', 'article'],
    ['Idea: “<Insert Idea Here>”', 'idea'],
    ['RESUME:\n<PASTE FULL RESUME>', 'full resume'],
    ['### TASK\n```\n[INSERT TASK / PROBLEM]\n```', 'task problem'],
    ['**Context:** [INSERT DETAILS, FEARS, GOALS].', 'details fears goals'],
    ['Provide a summary of [book name], please.', 'book name'],
    ['Plan a trip to [CITY].', 'city'],
    ['It is about [company/product].', 'company product'],
    ['I work at <your company>.', 'company'],
    ['A letter to (your größte Stadt).', 'größte stadt'],
    ['Write to [CUSTOMER NAME/ROLE] at once.', 'customer name role'],
    ['Write with the goal of [AIM: CALL/VISIT].', 'aim'],
    ['MY OFFER: [DESCRIBE GOODS/SERVICE].', 'goods service'],
    ['A drawing explaining [PLANT / ANIMAL].', 'plant animal'],
    ['An exploded view of {OBJECT_NAME}, parts typical for {OBJECT_NAME}.', 'object_name'],
    ['PRODUCT reflected in mirrors, PRODUCTION values\nProduct="{{product}}"', 'product'],
    ['Paint a CITY at dusk.\n- City: {{city}}', 'city'],
  ])('includes the placeholder in %j as %s', (content, name) => {
    expect(fillableNames(content)).toEqual([name])
  })

  it.each([
    ['a field that the model fills', 'Output:\n- Severity: [High/Medium/Low]\n- Impact: [one sentence]'],
    ['a choice', 'Status is [OPEN | CLOSED]'],
    ['a list of values', 'The trigger is on [push, pull_request]'],
    ['a ratio or a number', 'panels on [4:5] ratio, from [1-5]'],
    ['a single letter', 'none of your responses should include [insert x], and you are [doing X]'],
    ['a tag that the model writes', 'Wrap it in <summary> tags and rate it in [score] tags'],
    ['code', 'Run `deploy to [target]` and `cat <file>`'],
    ['a component', 'It is <Suspense>, used in <UserList>'],
    ['a date format', 'Write every day as [YYYY-MM-DD]'],
    ['a heading in capitals', 'Choose one:\n\n[NO ANSWER]\nThe text is empty\n### [SEVERITY: LOW/HIGH] Title'],
    ['a speaker', '[assistant]: Sure.\n[human]: Thanks'],
    ['an explanation in parentheses', 'Add static types (Type Hinting) and modes (Your Search Modes)'],
    ['an aside', 'Inspire the composition (your composition) on artists'],
    ['a link', 'Read about [our product](https://example.org) and of [it][1]'],
  ])('is not %s', (_, content) => {
    expect(fillableNames(content)).toEqual([])
  })

  it('includes all names in braces if one of them is clearly for the reader, and otherwise none', () => {
    expect(fillableNames('Age: {age}, height: {height_cm}. Plan for {fitness_goal}.')).toEqual([
      'age',
      'height_cm',
      'fitness_goal',
    ])
    expect(fillableNames('Age: {age}, height: {height_cm}.')).toEqual([])
  })

  it.each([
    ['code', 'print(f"Agent: {name}") for {name}'],
    ['a path', 'Save it to plans/{feature}/plan.md'],
    ['JSON', 'Answer in {"name": {first}}'],
    ['an explanation of braces', 'I will put text in curly brackets like {like this}.'],
    ['an example', 'The technology is {Android}.'],
    ['an abbreviation', 'Analyze the provided URL.\nURL: {{url}}'],
    ['a term that no line explains', 'Construct a LENS from it. Use {{lens}} here.'],
    ['a label', 'FACT: what is verified\nFact: {{fact}}'],
    ['a constant', 'Read API_PORT and PORT_NAME.\nPort: {{port}}'],
  ])('doesn’t include braces or capitals that belong to %s', (_, content) => expect(fillableNames(content)).toEqual([]))

  it('includes a word in capitals that a line explains, but not inside other words or variables; it can be converted', () => {
    const content = 'PRODUCT in mirrors, PRODUCTION values\nProduct="{{product}}", {{PRODUCT}}'
    expect(fillPrompt(fillableSegments(content), { product: 'a candle' })).toBe(
      'a candle in mirrors, PRODUCTION values\nProduct="a candle", {{PRODUCT}}',
    )
    expect(convertPlaceholders(content, findPlaceholders(content))).toBe(
      '{{product}} in mirrors, PRODUCTION values\nProduct="{{product}}", {{PRODUCT}}',
    )
  })

  it('doesn’t include any placeholder of a text with more than twelve', () => {
    expect(fillableNames(`About [topic]. ${Array.from({ length: 12 }, (_, n) => `[blank ${n}]`).join(' ')}`)).toEqual(
      [],
    )
  })

  it('stays as written until it has a value, which then replaces each occurrence', () => {
    const segments = fillableSegments('About [topic] for {{reader}}.\n[topic]!')
    expect(fillPrompt(segments, {})).toBe('About [topic] for {{reader}}.\n[topic]!')
    expect(fillPrompt(segments, { topic: 'tea' })).toBe('About tea for {{reader}}.\ntea!')
  })

  it('property: the text doesn’t change until something is filled in', () => {
    const part = fc.constantFrom(
      'about ',
      '[topic]',
      '<your text>',
      '(your a+b)',
      '[insert $x^2]',
      '{{a}}',
      '\n',
      ' to ',
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const content = parts.join('')
        expect(fillPrompt(fillableSegments(content), {})).toBe(content)
      }),
    )
  })

  it('is found in a long text in linear time', () => {
    for (const part of ['<a1 b> [to c] about ', ' for {abc} ', 'Word: {{word}}\n WORD is ', '{a', '\n', 'f"a '])
      expect(
        cpuMsOf(() => fillableSegments(part.repeat(10_000))),
        part,
      ).toBeLessThan(1_000)
  })
})
