import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CategoryIcon } from './category-icon.tsx'

const migration = readFileSync('db/migrations/0002_catalogue.sql', 'utf8')
const slugs = [...migration.matchAll(/^ {2}\('[0-9a-f-]+', \d+, '([a-z-]+)'/gm)].map((match) => match[1] ?? '')

it('each fixed category has its own icon and hue', () => {
  expect(slugs).toHaveLength(15)
  const icons = slugs.map((slug) => renderToStaticMarkup(<CategoryIcon slug={slug} />))
  expect(new Set(icons).size).toBe(15)
  const tokens = readFileSync('src/ui/tokens.css', 'utf8')
  const hues = slugs.map((slug) => /--hue: (\d+)/.exec(tokens.split(`[data-cat="${slug}"]`)[1] ?? '')?.[1])
  expect(new Set(hues).size).toBe(15)
})
