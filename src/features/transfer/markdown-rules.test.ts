import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toMarkdown } from './front-matter-rules.ts'
import { readPromptFile } from './prompt-file-rules.ts'

function read(text: string, fileName = ''): Record<string, unknown> {
  const row = readPromptFile(text, fileName)
  if ('problem' in row) throw new Error(row.problem)
  return row.fields
}

describe('a Markdown file', () => {
  it('property: a file that toMarkdown writes is read back exactly', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        'a',
        '文',
        '-',
        '\n',
        '\r',
        '"',
        ':',
        '#',
        ' ',
        '\u2028',
        '\u2028---\u2028',
        '{{x}}',
        '---\n',
      ),
    })
    const value = fc.oneof(text, fc.array(text), fc.boolean(), fc.constant(null))
    fc.assert(
      fc.property(fc.record({ title: text, other: value }), text, (fields, content) => {
        const frontMatter = { format: 'promptarium-1', ...fields }
        expect(read(toMarkdown(frontMatter, content))).toEqual({ content, ...frontMatter })
      }),
    )
  })

  it('may have handwritten YAML as front matter, whose keys `models` and `featured` are ignored', () => {
    const text = `---
title: Night train: the "slow" one
description: >
  Tells of a train
  that is late.
category: 'It''s creative'
tags: [travel, 'by night']
models:
  - Llama
  - "GPT"
featured: true
# a remark
---

Tell of it.

`
    expect(read(text)).toEqual({
      title: 'Night train: the "slow" one',
      description: 'Tells of a train that is late.\n',
      category: "It's creative",
      tags: ['travel', 'by night'],
      content: 'Tell of it.',
    })
  })

  it.each([
    ['\ufeff# The heading\n\nThe text.', 'notes/a-file.md', 'The heading', '# The heading\n\nThe text.'],
    ['The text alone.', 'notes/a_fine-file.md', 'a fine file', 'The text alone.'],
    ['---\nno end: of the front matter\n', 'x.md', 'x', '---\nno end: of the front matter'],
    ['---\r\ntitle: Windows\r\n---\r\nThe text.\r\n', 'x.md', 'Windows', 'The text.'],
    ['---\ntitle: Nothing else\n---', 'x.md', 'Nothing else', ''],
  ])('has a title and a text: %j', (text, name, title, content) => {
    expect(read(text, name)).toEqual({ title, content })
  })

  it('treats __proto__ in the front matter as an ordinary name', () => {
    const fields = read('---\n__proto__: {"title": "x"}\nconstructor: y\n---\nThe text.', 'name.md')
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
    expect(fields.title).toBe('name')
  })

  it('of one megabyte is read without catastrophic backtracking', () => {
    for (const part of ['---\n', ' ', '# ', 'a: [', '- x\n', '"'])
      expect(read(`---\n${part.repeat(1_000_000 / part.length)}`, 'x.md').title).toEqual(expect.any(String))
  })
})
