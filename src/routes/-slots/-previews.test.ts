import { join } from 'node:path'
import { expect, it } from 'vitest'

it.each(['auth/index', 'search'])('a link to %s has a preview, though search engines don’t index it', async (name) => {
  const { Route } = await import(/* @vite-ignore */ join(import.meta.dirname, '..', `${name}.tsx`))
  const tags = JSON.stringify(Route.options.head({ match: { search: {}, status: 'success' } }).meta)
  expect(tags).toContain('"og:title"')
  expect(tags).toContain('noindex')
})
