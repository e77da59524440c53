import { createRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { routeTree } from '#app/route-tree.gen.ts'
import { toolParameters } from '#features/tools/rules.ts'
import type { Db } from '#platform/database/db.ts'
import { createTestServices } from '#test/test-services.ts'
import { fileTable } from '#test/visibility/endpoint-table.ts'
import { createApp } from '../app.ts'
import { appPaths } from '../http/http-server.ts'
import { isSearch, isTextFile, pageAddress, routeKeys } from './page-keys.ts'

const address = (path: string) => pageAddress(new URL(path, 'http://site'))

describe('the cache address of a page', () => {
  it.each([
    ['/?utm_source=x&_t=1', '/'],
    ['/prompt/a?category=x', '/prompt/a'],
    ['/prompts?language=&length=short&blanks=&tag=', '/prompts?length=short'],
    ['/prompts?tag=b&utm_medium=y&category=a', '/prompts?category=a&tag=b'],
    ['/category/general?sort=popular&q=x', '/category/general?sort=popular'],
    ['/search?cursor=c&q=a%20b', '/search?q=a+b&cursor=c'],
    ['/tools?cursor=c&free=true&tag=x&type=text', '/tools?type=text&free=true&cursor=c'],
    ['/tools/lector?type=text', '/tools/lector'],
    ['/search?q=a&type=tools', '/search?q=a&type=tools'],
    ['/sitemap/prompts.xml?after=a&_t=1', '/sitemap/prompts.xml?after=a'],
    [`/prompts?tag=${'x'.repeat(2000)}`, `/prompts?tag=${'x'.repeat(2000)}`],
    [`/prompts?tag=${'x'.repeat(2001)}`, '/prompts'],
  ])('at %s is %s', (path, expected) => expect(address(path)).toBe(expected))

  it('says whether the page is a search page', () => {
    for (const path of ['/search?q=a', '/tools?free=true&q=a']) expect(isSearch(address(path)), path).toBe(true)
    expect(isSearch(address('/tools?free=true'))).toBe(false)
    expect(isSearch(address('/'))).toBe(false)
  })
})

/** Returns the names of the query parameters that a route reads. */
function readNames(validateSearch: (search: Record<string, unknown>) => unknown): string[] {
  const names = new Set<string>()
  const get = (_: object, name: string | symbol) => void names.add(String(name))
  const ownKeys = () => {
    throw new Error('A route must read its query parameters by name, so that this test can detect them.')
  }
  validateSearch(new Proxy({}, { get, ownKeys }))
  return [...names].sort()
}

describe('the query parameters of routes', () => {
  const routes = Object.values(createRouter({ routeTree, context: {} as never }).routesByPath)

  // The server removes all other parameters before it renders and caches a page, so a parameter that is missing from
  // `routeKeys` has no effect.
  it('are those in routeKeys of page-keys.ts: add what a route reads, and remove what it no longer reads', () => {
    const read = routes.flatMap(({ fullPath, options }): [string, string[]][] => {
      const path = fullPath.replace(/(?<=.)\/$/, '')
      return options.validateSearch
        ? [[path, readNames(options.validateSearch as Parameters<typeof readNames>[0])]]
        : []
    })
    const known = Object.entries(routeKeys).map(([path, names]) => [path, names.toSorted()])
    expect(Object.fromEntries(known)).toEqual(Object.fromEntries(read))
  })

  const routesWithLoader = routes.flatMap(({ fullPath, options: { validateSearch, loaderDeps } }) =>
    loaderDeps && validateSearch ? [{ path: fullPath.replace(/(?<=.)\/$/, ''), validateSearch, loaderDeps }] : [],
  )

  // The router identifies loaded data by the JSON of `loaderDeps`. If the browser computed different JSON than the
  // server, the page would be loaded and rendered again.
  it.each(routesWithLoader)('lead to the same data at $path in any order, and with an unknown parameter', (route) => {
    const validate = route.validateSearch as (search: Record<string, unknown>) => object
    const loaderDeps = route.loaderDeps as (options: { search: object }) => object
    const depsOf = (search: Record<string, unknown>) =>
      JSON.stringify(loaderDeps({ search: { ...search, ...validate(search) } }))
    const known = (routeKeys[route.path] ?? []).map((name): [string, unknown] => [
      name,
      (toolParameters as string[]).includes(name) ? true : 'text',
    ])
    const canonical = depsOf(Object.fromEntries(known))
    expect(depsOf(Object.fromEntries([['utm_source', 'x'], ...known.toReversed()]))).toBe(canonical)
  })

  it('stay in the address of every page whose route reads them', () => {
    for (const [path, names] of Object.entries(routeKeys)) {
      const page = `${path.replace(/\$\w+/g, 'a')}?${names.map((name) => `${name}=1`).join('&')}`
      expect(address(page)).toBe(page)
    }
  })
})

it('all paths that the app serves outside /api match isTextFile in page-keys.ts or appPaths: add missing paths there', () => {
  const app = createApp({ ...createTestServices({} as Db), db: {} as Db })
  const paths = app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
  const examples = paths.map((path) =>
    path
      .replace(/:\w+\{\[\^\/\]\+([^}]*)\}/g, 'a$1')
      .replaceAll('\\', '')
      .replace(/:\w+/g, 'a'),
  )
  expect(examples.filter((path) => !path.includes('*') && !appPaths.test(path) && !isTextFile(path))).toEqual([])
})

describe('a text file', () => {
  // The keys of `fileTable` are the paths that the app serves outside the contract.
  const textFiles = Object.keys(fileTable).filter((path) => !appPaths.test(path))
  const paths = textFiles.map((path) => path.replace(/:file\{.*\}/, 'an-example.md').replace(/:\w+/, 'an-example'))

  it.each(paths)('is at %s', (path) => {
    expect(isTextFile(path)).toBe(true)
    // The path of a card for other sites ends with a slug, so a longer path is just another valid card.
    const longer = path.includes('.') ? [`${path}l`] : []
    for (const other of [`/elsewhere${path}`, `${path}/below`, ...longer])
      expect([other, isTextFile(other)]).toEqual([other, false])
  })

  it('of a prompt is cached for each label, without other parameters', () => {
    expect(address('/prompt/a.md?utm_source=x&label=production')).toBe('/prompt/a.md?label=production')
    expect(isTextFile('/prompt/a.md?label=production')).toBe(true)
  })

  it('never has the path of a page, and a sitemap’s path may have a query', () => {
    expect(Object.keys(routeKeys).filter(isTextFile)).toEqual([])
    expect(isTextFile('/sitemap/prompts.xml?after=a')).toBe(true)
  })
})
