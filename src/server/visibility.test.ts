import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract'
import { exportPrompts } from '#features/transfer/server/export-prompts.ts'
import { renderSite } from '#test/render-site.ts'
import { type Ask, endpointTable, fileTable, type Row } from '#test/visibility/endpoint-table.ts'
import {
  createKeptPrompts,
  type Fate,
  fates,
  type Kept,
  type KeptPrompts,
  mayRead,
  type Reader,
  readers,
  wordsOf,
} from '#test/visibility/kept-prompts.ts'
import { type PageRow, pageTable } from '#test/visibility/page-table.ts'
import { setApiWire } from '#web/api-wire.ts'
import { getRouter } from '#web/router.tsx'

// Pages are rendered for nobody in particular: the API is asked without a session.
setApiWire(async (path, init) => world.app.request(path, init))

let world: KeptPrompts['world']
let ids: KeptPrompts['ids']
let kept: Kept[]
beforeAll(async () => {
  ;({ world, ids, kept } = await createKeptPrompts())
})
afterAll(() => world?.close())

const answers = new Map<string, Promise<string>>()

/** All that an answer says, where it leads, too. Reading is asked once. An image of a prompt shows its title. */
function ask(reader: Reader, { path, method = 'GET', json }: Ask): Promise<string> {
  const key = `${reader} ${path}`
  const known = method === 'GET' ? answers.get(key) : undefined
  const answer = known ?? send(reader, { path, method, json })
  if (method === 'GET') answers.set(key, answer)
  return answer
}

async function send(reader: Reader, { path, method, json }: Ask): Promise<string> {
  const headers = new Headers(reader === 'anybody' ? {} : await world.headersOf(ids[reader]))
  if (json) headers.set('content-type', 'application/json')
  const response = await world.app.request(path, { method, headers, body: json && JSON.stringify(json) })
  if (response.status === 500) throw new Error(`${method} ${path} answered ${response.status}.`)
  if (response.headers.get('content-type') === 'image/png') return path
  return `${response.headers.get('location') ?? ''} ${await response.text()}`.toLowerCase()
}

/** What is said to whom may not: sign in, you may not, there is none. */
const refusals = /"code":"(authentication_required|forbidden|not_found)"/
const isShown = (text: string, fate: Fate) =>
  Object.values(wordsOf(fate)).some((word) => text.includes(word.toLowerCase()))
const hiddenFrom = (reader: Reader) => fates.filter((fate) => !mayRead[fate].includes(reader))

/** Where the row shows a reader what it must not, or doesn't show what proves that it would. */
async function faultsOf(name: string, row: Row): Promise<string[]> {
  if ('never' in row) return []
  const faults = new Set<string>()
  for (const reader of readers) {
    let shows = false
    for (const about of kept) {
      for (const one of row.asks(about)) {
        const isRead = (one.method ?? 'GET') === 'GET'
        const isProof = about.fate === 'published' && row.shows.includes(reader)
        // A write may change what the next one meets: it is sent where it has to fail, and as the proof.
        if (!isRead && !isProof && mayRead[about.fate].includes(reader)) continue
        const text = await ask(reader, one)
        if (isProof && isShown(text, 'published')) shows = true
        if (row.refuses && !isProof && !refusals.test(text))
          faults.add(`${name} lets ${reader} act on the ${about.fate} prompt`)
        for (const fate of hiddenFrom(reader))
          if (isShown(text, fate))
            faults.add(`${name} shows ${reader} the ${fate} prompt: ${one.method ?? 'GET'} ${one.path}`)
      }
    }
    if (row.shows.includes(reader) && !shows)
      faults.add(`${name} doesn’t show ${reader} the published prompt: its row proves nothing`)
  }
  return [...faults]
}

describe('the table of what shows prompts', () => {
  it('has a row for every endpoint of the contract, and no other', () => {
    const missing = Object.entries(contract).filter(([name]) => !(name in endpointTable))
    const said = missing.map(
      ([name, { method, path }]) =>
        `${name} (${method.toUpperCase()} ${path}) is in no row. Say in test/visibility/endpoint-table.ts how it is asked about a prompt and who is shown a published one, or why it shows none (never).`,
    )
    expect(said).toEqual([])
    expect(Object.keys(endpointTable).filter((name) => !(name in contract))).toEqual([])
  })

  it('rests on one rule: no other query says what is published', () => {
    const ownRule = /\.status\s*=\s*'published'|'status', '=', 'published'/
    const files = globSync('src/{features,server}/**/*.ts').filter((path) => !/\.test\.ts$|\/web\//.test(path))
    const more = files.filter((path) => ownRule.test(readFileSync(path, 'utf8')))
    expect(more.map((path) => `${path}: ask isPublished of catalogue/server/prompt-visibility.ts`)).toEqual([])
  })

  it('has a row for all else that the app serves', () => {
    const ofContract = new Set<string>(Object.values(contract).map((route) => route.getRoutingPath()))
    const served = world.app.routes.filter(({ method, path }) => method === 'GET' && !ofContract.has(path))
    const paths = [...new Set(served.map(({ path }) => path))]
    expect(Object.keys(fileTable).filter((path) => !paths.includes(path))).toEqual([])
    const missing = paths.filter((path) => !(path in fileTable))
    expect(
      missing.map((path) => `${path} is in no row of fileTable (test/visibility/endpoint-table.ts). Add it.`),
    ).toEqual([])
  })

  it('has a row for every page that is named by something, and none for what is no page', () => {
    const pages = Object.keys(getRouter().routesByPath)
    expect(Object.keys(pageTable).filter((path) => !pages.includes(path))).toEqual([])
    const missing = pages.filter((path) => path.includes('$') && !(path in pageTable))
    expect(missing.map((path) => `${path} is in no row of pageTable (test/visibility/page-table.ts). Add it.`)).toEqual(
      [],
    )
  })
})

describe('what must not appear does not', () => {
  it.each(Object.entries(endpointTable))('in the answers of %s', async (name, row) => {
    expect(await faultsOf(name, row)).toEqual([])
  })

  it.each(Object.entries(fileTable))('in %s', async (name, row) => {
    expect(await faultsOf(name, row)).toEqual([])
  })

  it('in the operator’s export', async () => {
    const exported: string[] = []
    await exportPrompts(world.db, async (prompts) => void exported.push(JSON.stringify(prompts).toLowerCase()))
    const shown = fates.filter((fate) => isShown(exported.join(), fate))
    expect(shown).toEqual(fates.filter((fate) => mayRead[fate].includes('anybody')))
  })

  it('in the download of one’s own data, among the prompts that one voted for and saved', async () => {
    type Named = { prompt: { id: string; slug: string | null; title: string | null } }
    const { votes, favorites } = (await world.request('/api/user/export', { as: ids.other })).body
    for (const list of [votes, favorites] as Named[][]) {
      const isNamed = ({ prompt }: Named) => prompt.slug !== null || prompt.title !== null
      const named = kept.filter(({ id }) => list.filter(isNamed).some(({ prompt }) => prompt.id === id))
      expect(named.map(({ fate }) => fate)).toEqual(['published', 'bannedAlone'])
    }
  })

  it('in what is said to show no prompts, asked without anything', async () => {
    const plain = Object.entries(contract).filter(
      ([name, { method, path }]) => method === 'get' && !path.includes('{') && 'never' in (endpointTable[name] ?? {}),
    )
    const faults = new Set<string>()
    for (const [name, { path }] of plain)
      for (const reader of readers) {
        const text = await ask(reader, { path })
        for (const fate of fates)
          if (isShown(text, fate)) faults.add(`${name} shows ${reader} the ${fate} prompt: ${path}`)
      }
    expect([...faults]).toEqual([])
  })
})

describe('a page', () => {
  const plain = Object.keys(getRouter().routesByPath).filter((path) => !path.includes('$') && !(path in pageTable))
  const rows: [string, PageRow][] = [
    ...Object.entries(pageTable),
    ...plain.map((path): [string, PageRow] => [path, { addresses: () => [path], shows: false }]),
  ]

  describe('shows what is published, and nothing else', () => {
    it.each(rows)('at %s shows what is published, and nothing else', async (_, { addresses, shows }) => {
      const rendered = new Map<string, string>()
      for (const address of kept.flatMap(addresses))
        if (!rendered.has(address)) rendered.set(address, await renderSite(address))
      // An address is said again as it was asked; a title has its capital only where the page knows it.
      const isOn = (fate: Fate) =>
        [...rendered].some(([address, text]) => {
          const { title, text: word, tag } = wordsOf(fate)
          return [title, ...[word, tag].filter((one) => !address.includes(one))].some((one) => text.includes(one))
        })
      expect(hiddenFrom('anybody').filter(isOn)).toEqual([])
      expect(isOn('published')).toBe(shows)
    })
  })
})
