import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Tool, type ToolCount } from '#features/tools/contract.ts'
import { textsOf } from '#features/tools/fact-rules.ts'
import { toolFactNames, toolFacts } from '#features/tools/rules.ts'
import { renderPage } from '#test/render-page.tsx'
import { sampleTool } from '#test/sample-home.ts'
import type { ToolListSearch } from './tool-filters.tsx'
import { ToolGrid } from './tool-grid.tsx'
import { ToolListPage } from './tool-list-page.tsx'
import { ToolPage } from './tool-page.tsx'
import { ToolTable } from './tool-table.tsx'

const lector = { ...sampleTool('Lector'), tags: ['reading'] }
const counts: ToolCount[] = [
  { type: 'text', isFree: true, tools: 3 },
  { type: 'text', isFree: false, tools: 2 },
  { type: 'video', isFree: false, tools: 4 },
]

function renderList(search: ToolListSearch = {}, items = [lector], nextCursor: string | null = null) {
  return renderPage(
    <ToolListPage page={{ items, nextCursor, total: items.length }} featured={[]} counts={counts} search={search} />,
    '/tools',
  )
}

describe('the list of tools', () => {
  it('links to each type with its count, except types without tools', async () => {
    const html = await renderList()
    expect(html).toMatch(/href="\/tools\?type=text"[^>]*>.*?Text<span[^>]*>5</)
    expect(html).toMatch(/href="\/tools\?type=video"[^>]*>.*?Video<span[^>]*>4</)
    expect(html).not.toContain('type=audio')
  })

  it('keeps one filter while the other changes, but not the cursor', async () => {
    const html = await renderList({ type: 'text', free: true, cursor: 'c' })
    expect(html).toMatch(/<h2[^>]*>Free text tools<\/h2>/)
    expect(html).toMatch(/href="\/tools\?type=text"[^>]*>Free to use/)
    expect(html).toMatch(/href="\/tools\?type=video&amp;free=true"[^>]*>.*?Video<span[^>]*>0</)
    expect(html).toMatch(/aria-current="true"[^>]*class="toggle/)
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

  it('is grouped by job, without the featured tools from above', async () => {
    const page = {
      items: [lector, { ...sampleTool('Murmur'), category: { name: 'Research', slug: 'research' } }],
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
    const texts = await render({ type: 'text' })
    expect(texts).toContain('href="/tools/lector"')
    expect(texts).not.toContain('<h3 class="mb-2 text-lead">')
  })

  it('links to the next page if there is one', async () => {
    expect(await renderList({}, [lector], 'further')).toMatch(/Page 1 of 1.*rel="next"[^>]*cursor=2\.further/)
  })
})

describe('each yes-or-no fact about a tool', () => {
  const flags = Object.entries(Tool.shape).flatMap(([name, field]) => (field instanceof z.ZodBoolean ? [name] : []))
  it('is a filter: it has its line in toolFacts of rules.ts, except “featured”', () => {
    expect(flags.toSorted()).toEqual([...toolFactNames, 'featured'].toSorted())
  })

  it.each(toolFactNames)('%s is a filter that can be switched on, and is named in the heading', async (fact) => {
    const parameter = toolFacts[fact]
    expect(await renderList()).toMatch(new RegExp(`href="/tools\\?${parameter}=true"[^>]*>${textsOf(fact).short.yes}<`))
    const html = await renderList({ [parameter]: false })
    expect(html.toLowerCase()).toContain(`>${textsOf(fact).adjective.no} tools</h2>`)
    expect(html).toMatch(new RegExp(`href="/tools\\?type=text&amp;${parameter}=false"`))
  })

  /** Cards and rows don't repeat what the heading above them says. */
  const notOnCards = ['featured']
  const views = [
    ['page', (tool: Tool) => <ToolPage tool={tool} />, flags],
    ['row of a list', (tool: Tool) => <ToolTable tools={[tool]} />, flags.filter((flag) => !notOnCards.includes(flag))],
    ['card', (tool: Tool) => <ToolGrid tools={[tool]} />, flags.filter((flag) => !notOnCards.includes(flag))],
  ] as const

  it.each(views)('shows on the %s', async (_, render, shownFlags) => {
    const hidden: string[] = []
    for (const flag of shownFlags) {
      const [no, yes] = await Promise.all(
        [false, true].map((value) => renderPage(render({ ...lector, [flag]: value }), '/tools')),
      )
      if (no === yes) hidden.push(flag)
    }
    expect(hidden, 'show each by a word or badge').toEqual([])
  })
})

describe('a tool’s page', () => {
  it('shows the link to its site, its facts, and its prompts', async () => {
    const html = await renderPage(<ToolPage tool={lector}>prompts for it</ToolPage>, '/tools/lector')
    expect(html).toMatch(/<h1[^>]*>Lector<\/h1>/)
    expect(html).toMatch(/rel="nofollow ugc noopener"[^>]*>Visit<span[^>]*>lector\.example</)
    expect(html).toContain('href="/category/general"')
    expect(html).toMatch(/href="\/tools\?type=text"[^>]*>All text tools/)
    expect(html).toContain('prompts for it')
  })

  it('shows hostile text as text, and has no style attributes', async () => {
    const hostile = { ...lector, name: '</script><script>alert(1)</script>', description: '"><img src=x onerror=y>' }
    const html = await renderPage(<ToolPage tool={hostile} />)
    expect(html).not.toMatch(/<script|<img|\sstyle=/)
  })
})
