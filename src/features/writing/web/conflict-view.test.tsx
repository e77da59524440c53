import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Prompt } from '#features/catalogue/contract.ts'
import { formFields } from '#features/catalogue/draft-rules.ts'
import { ConflictView } from './conflict-view.tsx'
import { toForm } from './form-body.ts'

const blank = { name: 'who', default: null, kind: 'text' } as const
const stored = {
  version: 2,
  content: 'Write to {{who}}.',
  variables: [{ ...blank, label: 'Stored' }],
  title: 'Stored title',
  description: 'Stored description',
  category: { slug: 'stored', name: 'Stored' },
  tags: ['stored'],
  licence: 'CC-BY-4.0',
  models: ['Stored'],
  skill: false,
  files: [],
} as unknown as Prompt
const other = toForm({
  ...stored,
  content: 'Write to {{who}} today.',
  variables: [{ ...blank, label: 'Mine' }],
  title: 'My title',
  description: 'My description',
  category: { ...stored.category, slug: 'mine' },
  tags: ['stored', 'mine'],
  licence: 'CC0-1.0',
  models: ['Mine'],
  skill: true,
  files: [{ path: 'notes.md', text: 'A note.' }],
})

const ignore = () => undefined
const renderView = (mine = toForm(stored)) =>
  renderToStaticMarkup(<ConflictView mine={mine} theirs={stored} onMine={ignore} onTheirs={ignore} />)

it.each(formFields)('a conflict of versions marks what the member’s text would change: %s', (name) => {
  const html = renderView({ ...toForm(stored), [name]: other[name] })
  expect(html, `show ${name} in conflict-view.tsx`).toMatch(/<ins>/)
})

it('a conflict of versions marks nothing where both are the same', () => {
  expect(renderView()).not.toMatch(/<(ins|del)>|Title|Description|Category|Tags|License|Made for models/)
})
