import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Prompt, WrittenPrompt } from '#features/catalogue/contract.ts'
import { variablesOf } from '#features/variables/variable-rules.ts'
import { makeCard } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import { PromptPage } from './prompt-page.tsx'

function promptOf(content: string, overrides: Partial<Prompt> = {}): Prompt {
  return {
    ...makeCard('a-prompt'),
    title: 'A prompt',
    content,
    variables: variablesOf(content),
    status: 'published',
    removedReason: null,
    licence: 'CC-BY-4.0',
    version: 2,
    models: [],
    skill: false,
    files: [],
    forkOf: null,
    translations: [],
    forks: 0,
    suggestedBy: [],
    labels: [],
    hiddenCharacters: [],
    findings: [],
    sha256: 'ab'.repeat(32),
    ...overrides,
  }
}

/** Renders the page of a prompt whose text has no placeholders such as `[topic]`. */
const render = (prompt: Prompt) => renderPage(<PromptPage prompt={prompt} related={[]} placeholders={[]} />)
const textOf = (html: string) => html.match(/<div class="worksheet-text[^>]*>(.*?)<\/div><\/div>/s)?.[1] ?? ''

describe('the worksheet', () => {
  it('has a text box for each use of a variable, labeled with its name and filled with its default', async () => {
    const html = await render(promptOf('For {{reader}}: {{tone:plain}}. Again {{reader}}.'))
    const textBoxes = html.match(/<span class="blank" role="textbox"[^>]*>[^<]*<\/span>/g) ?? []
    expect(textBoxes).toHaveLength(3)
    expect(textBoxes[0]).toMatch(/aria-label="reader"[^>]*><\/span>/)
    expect(textBoxes[1]).toMatch(/aria-label="tone"[^>]*data-suggested=""[^>]*>plain<\/span>/)
    expect(textBoxes[0]).not.toContain('data-suggested')
    expect(html).toContain('1 of 2 blanks left')
    expect(html).toContain('1 blank still empty')
  })

  it('shows a text without blanks as ready to copy', async () => {
    const html = await render(promptOf('Nothing to fill in here.'))
    expect(html).toContain('Ready to copy')
    expect(html).not.toContain('role="textbox"')
  })

  it('shows the text unchanged, even if it is long or contains HTML', async () => {
    const content = `<script>alert(1)</script>\n\n  indented\n${'A line.\n'.repeat(2000)}`
    const shown = textOf(await render(promptOf(content))).replaceAll(/<\/?div>|<div [^>]*>/g, '')
    expect(shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toBe(content)
  })

  it('shows fields for a few blanks, and only labels for many', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `{{blank${index}}}`).join(' ')
    expect(await render(promptOf('{{one}} {{two}}'))).toContain('blank-fields-few')
    expect(await render(promptOf(many))).not.toContain('blank-fields-few')
  })

  it('shows the name of a date within its chip', async () => {
    const variables = [{ name: 'start', default: null, kind: 'date' as const }]
    expect(await render(promptOf('From {{start}} on', { variables }))).toMatch(
      /<span class="blank blank-date"><span aria-hidden="true">start<\/span><input [^>]*type="date"/i,
    )
  })

  it('offers today’s date only for a blank that asks for it', async () => {
    const offer = 'Use today<span class="sr-only">’s date</span></button>'
    expect(await render(promptOf('By {{today}}, {{name}}'))).toContain(offer)
    expect(await render(promptOf('By {{deadline}}, {{name}}'))).not.toContain(offer)
  })
})

it('the page collapses a long text, but has all of it in the HTML', async () => {
  const line = 'A line of the text.\n'
  expect(await render(promptOf(line.repeat(30)))).not.toContain('Show all')
  const html = await render(promptOf(`${line.repeat(100)}The end.`))
  expect(html).toContain('Show all')
  expect(textOf(html)).toContain('The end.')
})

it('the page shows empty lines and indentation at the beginning of the text', async () => {
  expect(textOf(await render(promptOf('\n \n    After two lines.')))).toContain('\n \n    After two lines.')
})

it('the page says what a JSON text is about, without its style and format', async () => {
  const parts = { description: '', excerpt: 'Subject: A {{animal}} at night … Style: Photo Format: 4K …' }
  const words = '>A <span class="blank">animal</span> at night …</p>'
  expect(await render(promptOf('{"colors": ["teal"], "subject": "A {{animal}} at night"}', parts))).toContain(words)
  expect(await render(promptOf('Draw a {{animal}} at night.', parts))).not.toContain(words)
  const sentence = promptOf('{"prompt": "Draw a fox at night."}', { ...parts, excerpt: 'Draw a fox at night. …' })
  expect(await render(sentence), 'a whole sentence ends with its period').toContain('>Draw a fox at night.</p>')
  const json = '{"colors": ["teal"]} …'
  expect(await render(promptOf('{"colors": ["teal"], "light": 3}', { ...parts, excerpt: json }))).not.toContain('…')
})

describe('a prompt for images', () => {
  it('shows style, ratio and tool under its title, but only those that it states', async () => {
    const picture = { ratio: '16:9' as const, style: '3d' as const, tools: ['dall-e' as const] }
    const html = await render(promptOf('A fox.', { picture }))
    expect(html).toMatch(/Style<\/dt><dd[^>]*>3D<.*Ratio<\/dt><dd[^>]*>16:9<.*Tool<\/dt><dd[^>]*>DALL·E</)
    const onlyTool = await render(promptOf('A fox.', { picture: { ...picture, ratio: null, style: null } }))
    expect(onlyTool).not.toMatch(/Ratio|Style</)
  })
})

describe('the facts about a prompt', () => {
  it('link to the author’s page', async () => {
    expect(await render(promptOf('Some text.'))).toMatch(/Author<\/dt><dd><a [^>]*href="\/user\/ada"/)
  })

  it('name the author, date, license and language', async () => {
    const html = await render(promptOf('Some text.', { language: 'pt', publishedAt: '2026-03-04T10:00:00Z' }))
    for (const fact of ['ada', 'March 4, 2026', 'CC BY 4.0', 'Portuguese']) expect(html).toContain(fact)
  })

  it('link the credit of an imported prompt to the credited author’s page, and name no other author', async () => {
    const html = await render(promptOf('Some text.', { credit: 'grace' }))
    expect(html).toMatch(/Imported by<\/dt><dd><a [^>]*href="\/user\/ada"/)
    expect(html).toMatch(/Credit<\/dt><dd><a [^>]*href="\/author\/grace"/)
    expect(html).not.toMatch(/Author|user\/grace/)
  })

  it('say that the author is unknown if the credit is only an account id', async () => {
    const html = await render(promptOf('Some text.', { credit: 'member-a45e44c9' }))
    expect(html).toContain('Credit</dt><dd>Author unknown')
    expect(html).not.toContain('member-a45e44c9')
  })
})

describe('each field that an author writes', () => {
  const twoValues = (name: string, field: z.ZodType): unknown[] => {
    const blank = { name: 'blank', default: null, kind: 'text' }
    if (name === 'files') return [[], [{ path: 'notes.md', text: 'A note.' }]]
    if (name === 'variables') return [[{ ...blank, help: 'First value.' }], [{ ...blank, help: 'Second value.' }]]
    if (field instanceof z.ZodEnum) return field.options
    if (field instanceof z.ZodArray) return [['first value'], ['second value']]
    return field instanceof z.ZodBoolean ? [false, true] : ['first value', 'second value']
  }

  it.each(Object.entries(WrittenPrompt.shape))('changes the page: %s', async (name, field) => {
    const [first, second] = await Promise.all(
      twoValues(name, field).map((value) =>
        render(promptOf('Some {{blank}}.', { excerpt: 'Some text.', [name]: value })),
      ),
    )
    expect(first, `${name} changes nothing on the page`).not.toBe(second)
  })
})

describe('without JavaScript, a prompt can be', () => {
  it('read as plain text, and downloaded as Markdown, JSON, SKILL.md and Dotprompt', async () => {
    const html = await render(promptOf('Some text.'))
    expect(html).toMatch(/href="\/prompt\/a-prompt\.md"[^>]*><svg/)
    for (const format of ['md', 'json', 'skill', 'prompt'])
      expect(html).toContain(`href="/api/prompts/a-prompt/export?format=${format}" download`)
  })

  it('opened in a chat: each link leads to the chat’s page, without the text', async () => {
    const html = await render(promptOf('Some text.'))
    for (const name of ['ChatGPT', 'Claude', 'Gemini', 'DeepSeek', 'Llama'])
      expect(html).toMatch(
        new RegExp(`href="https://[^"]+" target="_blank" rel="noopener noreferrer"[^>]*>.*?Run in </span>${name}<`),
      )
    expect(html).not.toContain('Some%20text')
  })
})

it('the page has no style attributes, which the security policy forbids', async () => {
  expect(await render(promptOf('{{a}}', { votes: { up: 5, down: 1 } }))).not.toMatch(/\sstyle=/)
})

describe('what was found in a text', () => {
  const override = {
    kind: 'override',
    what: 'tells the model to ignore other instructions',
    line: 1,
    count: 1,
  } as const
  const link = { kind: 'link', what: 'docs.example', line: 1, count: 1 } as const

  it('is in a line that opens without JavaScript, and counts alarms only', async () => {
    const html = await render(promptOf('A text.', { findings: [override, link] }))
    expect(html).toMatch(/<details[^>]*><summary[^>]*>1 thing to know before you run this<\/summary>/)
    expect(html).toContain('It tells the model to ignore other instructions, line 1.')
    expect(html).toContain('It links to docs.example.')
  })

  it('is never called harmless', async () => {
    expect(await render(promptOf('A text.'))).not.toContain('to know before')
    for (const findings of [[], [link], [override]])
      expect(await render(promptOf('A text.', { findings }))).not.toMatch(/\bsafe\b/i)
  })
})
