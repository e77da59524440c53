import { describe, expect, it } from 'vitest'
import type { ToolCount } from '#features/tools/contract.ts'
import { renderPage } from '#test/render-page.tsx'
import { sampleTool } from '#test/sample-home.ts'
import type { ToolListSearch } from './tool-filters.tsx'
import { ToolListPage } from './tool-list-page.tsx'
import { ToolPage } from './tool-page.tsx'

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
  it('counts what each type holds, and leads to it; a type without tools has no key', async () => {
    const html = await renderList()
    expect(html).toMatch(/href="\/tools\?type=text"[^>]*>.*?Text<span[^>]*>5</)
    expect(html).toMatch(/href="\/tools\?type=video"[^>]*>.*?Video<span[^>]*>4</)
    expect(html).not.toContain('type=audio')
  })

  it('keeps one filter while the other changes, and drops the cursor', async () => {
    const html = await renderList({ type: 'text', free: true, cursor: 'c' })
    expect(html).toMatch(/<h2[^>]*>Free text tools<\/h2>/)
    expect(html).toMatch(/href="\/tools\?type=text"[^>]*>Free only/)
    expect(html).toMatch(/href="\/tools\?type=video&amp;free=true"[^>]*>.*?Video<span[^>]*>0</)
    expect(html).toMatch(/aria-current="true"[^>]*class="toggle/)
  })

  it('shows of each tool what it does, its price, and where its link goes', async () => {
    const html = await renderList()
    expect(html).toMatch(
      /href="https:\/\/www\.lector\.example\/start" rel="nofollow ugc noopener"[^>]*>.*?lector\.example</,
    )
    expect(html).toMatch(/href="\/tools\/lector"[^>]*>Lector</)
    for (const said of ['What Lector does.', 'Free', '>Le<']) expect(html).toContain(said)
  })

  it('that is empty says so and leads out', async () => {
    const html = await renderList({ type: 'video' }, [])
    expect(html).toContain('No tools here yet.')
    expect(html).toMatch(/href="\/tools"[^>]*>All tools/)
  })

  it('leads on where there is more', async () => {
    expect(await renderList({}, [lector], 'further')).toMatch(/rel="next"[^>]*cursor=further/)
  })
})

describe('a tool’s page', () => {
  it('has the way to its site, its facts, and room for prompts', async () => {
    const html = await renderPage(<ToolPage tool={lector}>prompts for it</ToolPage>, '/tools/lector')
    expect(html).toMatch(/<h1[^>]*>Lector<\/h1>/)
    expect(html).toMatch(/rel="nofollow ugc noopener"[^>]*>Visit<span[^>]*>lector\.example</)
    expect(html).toContain('href="/category/general"')
    expect(html).toMatch(/href="\/tools\?type=text"[^>]*>All text tools/)
    expect(html).toContain('prompts for it')
  })

  it('shows hostile words as words, and no style attribute', async () => {
    const hostile = { ...lector, name: '</script><script>alert(1)</script>', description: '"><img src=x onerror=y>' }
    const html = await renderPage(<ToolPage tool={hostile} />)
    expect(html).not.toMatch(/<script|<img|\sstyle=/)
  })
})
