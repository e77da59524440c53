import { gunzipSync } from 'node:zlib'
import type { TestSite } from '#test/test-site.ts'
import type { Row, TestRequest } from './endpoint-table.ts'
import { type AnyState, type TestPrompt, wordsOf } from './prompts-by-state.ts'

/**
 * What a table is checked with. `headersOf`: the headers of a reader's requests. `mayRead`: who may read a prompt in each
 * of `states`. `mustShow`: the readers to whom a row has to show the prompt in the state `shownState`.
 */
export type TableCheck<Reader extends string> = {
  testSite: TestSite
  prompts: TestPrompt[]
  states: readonly AnyState[]
  /** The states in which everybody may open the prompt, and only an earlier text of it is hidden. */
  openStates?: readonly AnyState[]
  readers: readonly Reader[]
  mayRead: Partial<Record<AnyState, readonly Reader[]>>
  headersOf: (reader: Reader) => Promise<Record<string, string>>
  shownState: AnyState
  mustShow: (row: Exclude<Row, { never: string }>) => readonly Reader[]
}

/** Matches the body of a refusal. */
const refusalPattern = /"code":"(authentication_required|forbidden|not_found)"/

/** Tells whether a text in lower case has a unique word of the prompt in this state. */
export function isShown(text: string, state: AnyState): boolean {
  return Object.values(wordsOf(state)).some((word) => text.includes(word.toLowerCase()))
}

/** Creates the functions that send the requests of a table as each reader and compare what they show. */
export function createTableCheck<Reader extends string>(check: TableCheck<Reader>) {
  const { testSite, prompts, states, openStates = [], readers, mayRead, headersOf, shownState, mustShow } = check
  const cachedTexts = new Map<string, Promise<string>>()
  const hiddenFrom = (reader: Reader) => states.filter((state) => !mayRead[state]?.includes(reader))

  /**
   * Returns the whole text of a response in lower case, including the address that it redirects to. Reads are cached.
   * For an image, returns its path, which contains the slug.
   */
  function readAs(reader: Reader, { path, method = 'GET', json }: TestRequest): Promise<string> {
    const key = `${reader} ${path}`
    const cached = method === 'GET' ? cachedTexts.get(key) : undefined
    const text = cached ?? send(reader, { path, method, json })
    if (method === 'GET') cachedTexts.set(key, text)
    return text
  }

  async function send(reader: Reader, { path, method, json }: TestRequest): Promise<string> {
    const headers = new Headers(await headersOf(reader))
    if (json) headers.set('content-type', 'application/json')
    const response = await testSite.app.request(path, { method, headers, body: json && JSON.stringify(json) })
    if (response.status === 500) throw new Error(`${method} ${path} returned ${response.status}.`)
    if (response.headers.get('content-type') === 'image/png') return path
    const isCompressed = response.headers.get('content-type') === 'application/gzip'
    const text = isCompressed ? `${gunzipSync(await response.arrayBuffer())}` : await response.text()
    return `${response.headers.get('location') ?? ''} ${text}`.toLowerCase()
  }

  /** The cases in which an endpoint shows a hidden prompt, lets a reader act on it, or fails to show a visible one. */
  async function violationsOf(name: string, row: Row): Promise<string[]> {
    // The table has no requests for it. If it is a GET endpoint without parameters, its responses are read anyway.
    if ('never' in row) return []
    const violations = new Set<string>()
    const toShow = mustShow(row)
    for (const reader of readers) {
      let shows = false
      for (const prompt of prompts) {
        for (const request of row.requests(prompt)) {
          const isRead = (request.method ?? 'GET') === 'GET'
          const isPositiveCase = prompt.state === shownState && toShow.includes(reader)
          // A write may affect later requests, so it is sent only if it has to fail, or as the positive case.
          const mayAct = openStates.includes(prompt.state) || mayRead[prompt.state]?.includes(reader)
          if (!isRead && !isPositiveCase && mayAct) continue
          const text = await readAs(reader, request)
          if (isPositiveCase && isShown(text, shownState)) shows = true
          if (row.refuses && !mayAct && !refusalPattern.test(text))
            violations.add(`${name} lets ${reader} act on the ${prompt.state} prompt`)
          for (const state of hiddenFrom(reader))
            if (isShown(text, state))
              violations.add(`${name} shows ${reader} the ${state} prompt: ${request.method ?? 'GET'} ${request.path}`)
        }
      }
      if (toShow.includes(reader) && !shows)
        violations.add(`${name} doesn’t show ${reader} the ${shownState} prompt, although its row says so`)
    }
    return [...violations]
  }

  /** Test files share a process, and the texts of all pages need much of its memory. */
  const forgetTexts = () => cachedTexts.clear()

  return { readAs, violationsOf, hiddenFrom, forgetTexts }
}
