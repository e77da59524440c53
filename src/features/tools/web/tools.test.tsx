import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Tool, type ToolCount, type ToolRequest } from '#features/tools/contract.ts'
import { textsOf } from '#features/tools/fact-rules.ts'
import { toolFactNames, toolFacts } from '#features/tools/rules.ts'
import { makeTool } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import type { ToolListSearch } from './tool-filters.tsx'
import { ToolGrid } from './tool-grid.tsx'
import { ToolListPage } from './tool-list-page.tsx'
import { ToolPage } from './tool-page.tsx'
import { ToolTable } from './tool-table.tsx'

const lector = { ...makeTool('Lector'), tags: ['reading'] }
const counts: ToolCount[] = [
  { type: 'text', isFree: true, isFullyFree: false, tools: 2 },
  { type: 'text', isFree: true, isFullyFree: true, tools: 1 },
  { type: 'text', isFree: false, isFullyFree: false, tools: 2 },
  { type: 'video', isFree: false, isFullyFree: false, tools: 4 },
]

function renderList(
  search: ToolListSearch = {},
  items = [lector],
  nextCursor: string | null = null,
  request?: ToolRequest,
) {
  return renderPage(
    <ToolListPage
      page={{ items, nextCursor, total: items.length, request }}
      featured={[]}
      counts={counts}
      search={search}
    />,
    '/tools',
  )
}

/** What a tool's page shows of a tool without details. */
const details = { strengths: [], prices: '', pricesOn: null, picture: null, alternatives: [] }

describe('the list of tools', () => {
  it('links to each type with its count, except types without tools', async () => {
    const html = await renderList()
    expect(html).toMatch(/href="\/tools\?type=text"[^>]*>.*?Text<span[^>]*>5</)
    expect(html).toMatch(/href="\/tools\?type=video"[^>]*>.*?Video<span[^>]*>4</)
    expect(html).not.toContain('type=audio')
  })

  it('keeps the type when the price changes, and vice versa, but not the cursor', async () => {
    const html = await renderList({ type: 'text', free: true, cursor: 'c' })
    expect(html).toMatch(/<h2[^>]*>Free text tools<\/h2>/)
    expect(html).toMatch(/href="\/tools\?type=text"[^>]*>Free to use/)
    expect(html).toMatch(/href="\/tools\?type=video&amp;free=true"[^>]*>.*?Video<span[^>]*>0</)
    expect(html).toMatch(/aria-current="true"[^>]*>Free to use<span[^>]*>3</)
    expect(html).toMatch(/href="\/tools\?type=text&amp;free=false"[^>]*>Paid only<span[^>]*>2</)
  })

  it('shows each tool’s description, price and host', async () => {
    const html = await renderList()
    expect(html).toMatch(
      /href="https:\/\/www\.lector\.example\/start" rel="nofollow ugc noopener"[^>]*>.*?lector\.example</,
    )
    expect(html).toMatch(/href="\/tools\/lector"[^>]*>Lector</)
    for (const text of ['What Lector does.', 'Free', '>Le<']) expect(html).toContain(text)
  })

  it('says that it has no tools if it is empty, and links to all tools', async () => {
    const html = await renderList({ type: 'video' }, [])
    expect(html).toContain('No tools here yet.')
    expect(html).toMatch(/href="\/tools"[^>]*>All tools/)
  })

  it('is grouped by category, without the featured tools shown above it, unless it is filtered', async () => {
    const page = {
      items: [lector, { ...makeTool('Murmur'), category: { name: 'Research', slug: 'research' } }],
      nextCursor: null,
      total: 2,
    }
    const render = (search: ToolListSearch) =>
      renderPage(<ToolListPage page={page} featured={[lector]} counts={counts} search={search} />, '/tools')
    const html = await render({})
    expect(html.match(/href="\/tools\/lector"/g)).toHaveLength(1)
    expect(html).toMatch(/>More tools<\/h2><p[^>]*>1 tool</)
    expect(html).toMatch(/<h3[^>]*>Research<\/h3>/)
    expect((await render({ cursor: 'c' })).includes('>Featured<')).toBe(false)
    const textTools = await render({ type: 'text' })
    expect(textTools).toContain('href="/tools/lector"')
    expect(textTools).not.toContain('<h3 class="mb-2 text-lead">')
  })

  it('links to the next page', async () => {
    expect(await renderList({}, [lector], 'further')).toMatch(/Page 1 of 1.*rel="next"[^>]*cursor=2\.further/)
  })
})

describe('a search for tools', () => {
  const request: ToolRequest = {
    withoutPrice: 'cut photos',
    words: ['cut', 'photos'],
    fits: 1,
    counts,
    alternativeTo: null,
  }
  const murmur = makeTool('Murmur')
  const renderSearch = (q: string, change: Partial<ToolRequest>, items = [lector, murmur]) =>
    renderList({ q }, items, null, { ...request, ...change })

  it('is a form that works without JavaScript', async () => {
    expect(await renderList()).toMatch(/<form [^>]*action="\/tools".*<input [^>]*type="search"[^>]*name="q"/s)
    expect(await renderSearch('cut photos', {})).toMatch(/name="q"[^>]*value="cut photos"/)
  })

  it('shows the tools that fit, then the close ones, and how to suggest another', async () => {
    const html = await renderSearch('cut photos', {})
    expect(html).toMatch(
      /1 tool fits<\/h2>.*Each matches all of these words: cut, photos\..*Lector<.*Close, but without.*Murmur</s,
    )
    expect(html).toContain('href="/contact?subject=A%20tool%20is%20missing%3A%20cut%20photos"')
  })

  it('says on a later page that only the first tools fit, unless all do', async () => {
    const later = (fits: number, words = request.words) =>
      renderPage(
        <ToolListPage
          page={{ items: [lector, murmur], nextCursor: null, total: 40, request: { ...request, words, fits } }}
          featured={[]}
          counts={counts}
          search={{ q: 'cut photos', cursor: '2.c' }}
        />,
        '/tools',
      )
    expect(await later(3)).toContain('The first 3 match all of these words: cut, photos.')
    expect(await later(1, ['cut'])).toContain('The first matches “cut”.')
    expect(await later(40)).toContain('Each matches all of these words: cut, photos.')
  })

  it('doesn’t present a count of a list that ends at 1,000 tools as exact', async () => {
    const long = { items: [lector], nextCursor: '2.c', total: 1000, totalIsFloor: true }
    const page = { ...long, request: { ...request, fits: 400 } }
    const list = <ToolListPage page={page} featured={[]} counts={counts} search={{ q: 'cut photos' }} />
    expect(await renderPage(list, '/tools')).toContain('400 tools or more fit<')
  })

  it('says that no tool fits or that none was found', async () => {
    const closest = await renderSearch('cut photos', { fits: 0 })
    expect(closest).toMatch(
      /No tool fits<\/h2>.*None matches all of these words: cut, photos\. These are the closest\./s,
    )
    expect(closest).not.toContain('Close, but')
    const html = await renderSearch('free cut photos', { fits: 0, free: true }, [])
    expect(html).toMatch(/No free tool fits<\/h2>.*None matches any of these words: cut, photos\..*Suggest a tool/s)
    expect(html).toMatch(/href="\/tools\?q=cut\+photos"[^>]*>Show 9 without filters/)
  })

  it('quotes a single word', async () => {
    expect(await renderSearch('cut', { words: ['cut'] })).toContain('Each matches “cut”.')
    expect(await renderSearch('cut', { words: ['cut'], fits: 0 })).toContain(
      'None matches “cut”. These are the closest.',
    )
  })

  it('marks the price that its words name, and drops these words with the filter', async () => {
    const html = await renderSearch('free cut photos', { free: true })
    expect(html).toMatch(/href="\/tools\?q=cut\+photos"[^>]*>Free to use/)
    expect(html).toMatch(/aria-current="true"[^>]*>Free to use/)
    expect(html).toMatch(/href="\/tools\?q=free\+cut\+photos&amp;free=false"[^>]*>Paid only/)
  })

  it('names the tool to find alternatives to, and says if the catalogue doesn’t have it', async () => {
    const like = await renderSearch('alternative to Scribe', { alternativeTo: { name: 'Scribe', slug: 'scribe' } })
    expect(like).toMatch(/2 tools like Scribe<\/h2>.*They share tags with Scribe\./s)
    expect(await renderSearch('alternative to Scribe', {})).toMatch(
      /No tool to compare with “Scribe”<\/h2>.*doesn’t have it\. These mention a word from its name\./s,
    )
  })
})

describe('each yes-or-no fact about a tool', () => {
  const flags = Object.entries(Tool.shape).flatMap(([name, field]) => (field instanceof z.ZodBoolean ? [name] : []))
  it('is a filter, with an entry in toolFacts (rules.ts), except “featured”', () => {
    expect(flags.toSorted()).toEqual([...toolFactNames, 'featured'].toSorted())
  })

  it.each(toolFactNames)('can be chosen as a filter, and is named in the heading (%s)', async (fact) => {
    const parameter = toolFacts[fact]
    expect(await renderList()).toMatch(new RegExp(`href="/tools\\?${parameter}=true"[^>]*>${textsOf(fact).short.yes}<`))
    const html = await renderList({ [parameter]: false })
    expect(html.toLowerCase()).toContain(`>${textsOf(fact).adjective.no} tools</h2>`)
    expect(html).toMatch(new RegExp(`href="/tools\\?type=text&amp;${parameter}=false"`))
  })

  /** Facts that cards and rows don't show. Featured tools have a section of their own. */
  const notOnCards = ['featured']
  const views = [
    ['page', (tool: Tool) => <ToolPage tool={{ ...tool, ...details }} />, flags],
    ['row of a list', (tool: Tool) => <ToolTable tools={[tool]} />, flags.filter((flag) => !notOnCards.includes(flag))],
    ['card', (tool: Tool) => <ToolGrid tools={[tool]} />, flags.filter((flag) => !notOnCards.includes(flag))],
  ] as const

  it.each(views)('is shown on the %s', async (_, render, shownFlags) => {
    const missingFlags: string[] = []
    for (const flag of shownFlags) {
      const [no, yes] = await Promise.all(
        [false, true].map((value) => renderPage(render({ ...lector, [flag]: value }), '/tools')),
      )
      if (no === yes) missingFlags.push(flag)
    }
    expect(missingFlags, 'these need a word or badge').toEqual([])
  })
})

describe('a tool’s page', () => {
  it('shows what it is good at, its prices with their day, its picture and the alternatives', async () => {
    const tool = {
      ...lector,
      mark: '/marks/openai.svg',
      strengths: ['Long texts', 'Tables'],
      prices: 'Free; Pro $20 a month',
      pricesOn: '2026-01-31',
      picture: { src: '/pictures/tools/1/picture-0.webp', width: 960, height: 540 },
      alternatives: [makeTool('Scriptor')],
    }
    const html = await renderPage(<ToolPage tool={tool} />)
    expect(html).toMatch(/<img src="\/marks\/openai\.svg" alt=""/)
    for (const strength of tool.strengths) expect(html).toContain(strength)
    expect(html).toMatch(/Free; Pro \$20 a month.*as of <time dateTime="2026-01-31">January 31, 2026<\/time>/s)
    expect(html).toMatch(/<img src="\/pictures\/tools\/1\/picture-0\.webp" alt="What Lector looks like" width="960"/)
    expect(html).toMatch(/>Alternatives<.*href="\/tools\/scriptor"/s)
  })

  it('leaves out what nobody wrote', async () => {
    const html = await renderPage(<ToolPage tool={{ ...lector, ...details }} />)
    expect(html).not.toMatch(/Good at|Plans<|Alternatives|<img/)
  })

  it('shows the link to its site, its facts, and its prompts', async () => {
    const html = await renderPage(<ToolPage tool={{ ...lector, ...details }}>prompts for it</ToolPage>, '/tools/lector')
    expect(html).toMatch(/<h1[^>]*>Lector<\/h1>/)
    expect(html).toMatch(/rel="nofollow ugc noopener"[^>]*><span[^>]*>Visit.*?lector\.example</)
    expect(html).toContain('href="/category/general"')
    expect(html).toMatch(/href="\/tools\?type=text"[^>]*>All text tools/)
    expect(html).toContain('prompts for it')
  })

  it('shows hostile text as text, and has no style attributes', async () => {
    const hostile = { ...lector, name: '</script><script>alert(1)</script>', description: '"><img src=x onerror=y>' }
    const html = await renderPage(<ToolPage tool={{ ...hostile, ...details }} />)
    expect(html).not.toMatch(/<script|<img|\sstyle=/)
  })
})
