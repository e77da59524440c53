import { expect, it } from 'vitest'
import { findPages } from './palette-rules.ts'

const pages = ['Prompts', 'Compare', 'My Prompts', 'Contributors', 'Contact', 'Cookies', 'Collections'].map(
  (label) => ({
    label,
    path: `/${label}`,
  }),
)
const labels = (typed: string) => findPages(pages, typed).others.map(({ label }) => label)

it('finds pages by the beginning of any of their words, whatever the case', () => {
  expect(labels('PROM')).toEqual(['Prompts', 'My Prompts'])
  expect(labels('rompts')).toEqual([])
  expect(labels(' ')).toEqual([])
})

it('separates the page with exactly this name, and finds at most three others', () => {
  expect(findPages(pages, ' my prompts ')).toEqual({ exact: pages[2], others: [] })
  expect(labels('co')).toEqual(['Compare', 'Contributors', 'Contact'])
})
