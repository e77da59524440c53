import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getRouter } from '#app/router.tsx'
import { setApiTransport } from '#client/api-transport.ts'
import { contract } from '#contract'
import { exportPrompts } from '#features/transfer/server/export-prompts.ts'
import { renderSite } from '#test/render-site.ts'
import { createTableCheck, isShown } from '#test/visibility/check-table.ts'
import { endpointTable, fileTable } from '#test/visibility/endpoint-table.ts'
import { type PageRow, pageTable } from '#test/visibility/page-table.ts'
import {
  createPromptsByState,
  mayRead,
  type PromptState,
  type PromptsByState,
  promptStates,
  type Reader,
  readers,
  type TestPrompt,
  wordsOf,
} from '#test/visibility/prompts-by-state.ts'

// Pages are rendered without a session.
setApiTransport(async (path, init) => testSite.app.request(path, init))

let testSite: PromptsByState['testSite']
let ids: PromptsByState['ids']
let prompts: TestPrompt[]
let readAs: ReturnType<typeof createTableCheck<Reader>>['readAs']
let violationsOf: ReturnType<typeof createTableCheck<Reader>>['violationsOf']
beforeAll(async () => {
  ;({ testSite, ids, prompts } = await createPromptsByState())
  const shared = { testSite, prompts, states: promptStates, readers, mayRead, headersOf } as const
  ;({ readAs, violationsOf } = createTableCheck<Reader>({
    ...shared,
    shownState: 'published',
    mustShow: ({ shows }) => shows,
  }))
})
afterAll(() => testSite?.close())

const headersOf = async (reader: Reader) => (reader === 'anybody' ? {} : testSite.headersOf(ids[reader]))
const hiddenFrom = (reader: Reader) => promptStates.filter((state) => !mayRead[state].includes(reader))

describe('the table of responses that show prompts', () => {
  it('has a row for every endpoint of the contract, and for no others', () => {
    const missing = Object.entries(contract).filter(([name]) => !(name in endpointTable))
    const violations = missing.map(
      ([name, { method, path }]) =>
        `${name} (${method.toUpperCase()} ${path}) is in no row. Add one in test/visibility/endpoint-table.ts that says how to request a prompt from it and who sees a published one, or why it never shows one.`,
    )
    expect(violations).toEqual([])
    expect(Object.keys(endpointTable).filter((name) => !(name in contract))).toEqual([])
  })

  it('tests one rule, which all queries share: no file writes its own SQL condition for published prompts', () => {
    // Examples, which have the alias e, have statuses of their own.
    const ownRule = /(?<!\be)\.status\s*=\s*'published'|'status', '=', 'published'/
    const files = globSync('src/{features,server}/**/*.ts').filter((path) => !/\.test\.ts$|\/web\//.test(path))
    const offenders = files.filter((path) => ownRule.test(readFileSync(path, 'utf8')))
    expect(offenders.map((path) => `${path}: use isPublished of catalogue/server/prompt-visibility.ts`)).toEqual([])
  })

  it('has a row for every GET route of the app outside the contract, and for no others', () => {
    const ofContract = new Set<string>(Object.values(contract).map((route) => route.getRoutingPath()))
    const served = testSite.app.routes.filter(({ method, path }) => method === 'GET' && !ofContract.has(path))
    const paths = [...new Set(served.map(({ path }) => path))]
    expect(Object.keys(fileTable).filter((path) => !paths.includes(path))).toEqual([])
    const missing = paths.filter((path) => !(path in fileTable))
    expect(
      missing.map((path) => `${path} is in no row of fileTable (test/visibility/endpoint-table.ts). Add it.`),
    ).toEqual([])
  })

  it('has a row for every page with a parameter, and for no page that doesn’t exist', () => {
    const pages = Object.keys(getRouter().routesByPath)
    expect(Object.keys(pageTable).filter((path) => !pages.includes(path))).toEqual([])
    const missing = pages.filter((path) => path.includes('$') && !(path in pageTable))
    expect(missing.map((path) => `${path} is in no row of pageTable (test/visibility/page-table.ts). Add it.`)).toEqual(
      [],
    )
  })
})

describe('a hidden prompt doesn’t appear', () => {
  it.each(Object.entries(endpointTable))('in the responses of %s', async (name, row) => {
    expect(await violationsOf(name, row)).toEqual([])
  })

  it.each(Object.entries(fileTable))('in %s', async (name, row) => {
    expect(await violationsOf(name, row)).toEqual([])
  })

  it('in the operator’s export', async () => {
    const exported: string[] = []
    await exportPrompts(testSite.db, async (prompts) => void exported.push(JSON.stringify(prompts).toLowerCase()))
    const shown = promptStates.filter((state) => isShown(exported.join(), state))
    expect(shown).toEqual(promptStates.filter((state) => mayRead[state].includes('anybody')))
  })

  it('in the download of a member’s data, among voted and saved prompts', async () => {
    type Named = { prompt: { id: string; slug: string | null; title: string | null } }
    const { votes, favorites } = (await testSite.request('/api/user/export', { as: ids.other })).body
    for (const list of [votes, favorites] as Named[][]) {
      const isNamed = ({ prompt }: Named) => prompt.slug !== null || prompt.title !== null
      const named = prompts.filter(({ id }) => list.filter(isNamed).some(({ prompt }) => prompt.id === id))
      // A ban alone keeps the author's prompts public.
      expect(named.map(({ state }) => state)).toEqual(['published', 'bannedAlone'])
    }
  })

  it('in endpoints that show no prompts, called without parameters', async () => {
    const plain = Object.entries(contract).filter(
      ([name, { method, path }]) => method === 'get' && !path.includes('{') && 'never' in (endpointTable[name] ?? {}),
    )
    const violations = new Set<string>()
    for (const [name, { path }] of plain)
      for (const reader of readers) {
        const text = await readAs(reader, { path })
        for (const state of promptStates)
          if (isShown(text, state)) violations.add(`${name} shows ${reader} the ${state} prompt: ${path}`)
      }
    expect([...violations]).toEqual([])
  })
})

describe('a page', () => {
  const plain = Object.keys(getRouter().routesByPath).filter((path) => !path.includes('$') && !(path in pageTable))
  const rows: [string, PageRow][] = [
    ...Object.entries(pageTable),
    ...plain.map((path): [string, PageRow] => [path, { addresses: () => [path], shows: false }]),
  ]

  describe('shows published prompts only', () => {
    it.each(rows)('at %s', async (_, { addresses, shows }) => {
      const rendered = new Map<string, string>()
      for (const address of prompts.flatMap(addresses))
        if (!rendered.has(address)) rendered.set(address, await renderSite(address))
      // The page contains its own address, where each word begins with a lowercase letter. The title's word begins with
      // a capital letter; the other words count only if they aren't in the address.
      const isOn = (state: PromptState) =>
        [...rendered].some(([address, text]) => {
          const { title, text: word, tag } = wordsOf(state)
          return [title, ...[word, tag].filter((one) => !address.includes(one))].some((one) => text.includes(one))
        })
      expect(hiddenFrom('anybody').filter(isOn)).toEqual([])
      expect(isOn('published')).toBe(shows)
    })
  })
})
