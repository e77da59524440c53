import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { rich, richPlural } from './rich.ts'

const html = (node: ReactNode) => renderToStaticMarkup(<>{node}</>)

it('a text has elements and values where its language puts them', () => {
  const link = (text: ReactNode) => <a href="/help">{text}</a>
  expect(html(rich('Read <link>this, {name}</link>.', { link, name: <b>Ada</b> }))).toBe(
    'Read <a href="/help">this, <b>Ada</b></a>.',
  )
})

it('values are no markup, and unknown tags stay as they are', () => {
  expect(
    html(rich('{text} <b>x</b> <i>y</i>', { text: '<b>{text}</b>', b: (text: ReactNode) => <b>{text}</b> } as never)),
  ).toBe('&lt;b&gt;{text}&lt;/b&gt; <b>x</b> &lt;i&gt;y&lt;/i&gt;')
})

it('a tag that nothing closes loses no text', () => {
  expect(html(rich('a <b>b', { b: (text: ReactNode) => <b>{text}</b> } as never))).toBe('a b')
})

it('a plural with elements has the number in it', () => {
  const b = (text: ReactNode) => <b>{text}</b>
  const shown = [1, 1234].map((count) => html(richPlural(count, '<b>{count}</b> vote', '<b>{count}</b> votes', { b })))
  expect(shown).toEqual(['<b>1</b> vote', '<b>1,234</b> votes'])
})
