import { Link } from '@tanstack/react-router'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { Tool, ToolCount } from '#features/tools/contract.ts'
import { typeWord } from '#features/tools/rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { counted, figure } from '#lib/numbers.ts'
import { Empty } from '#ui/empty.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Section } from '#ui/section.tsx'
import { ToolBoard } from './tool-board.tsx'
import { ToolFilters, type ToolListSearch } from './tool-filters.tsx'
import { ToolSheet } from './tool-sheet.tsx'

/** How many featured tools are above the list. */
const featuredShown = 6

/** The list of tools, filtered by the address. Without filters it starts with featured tools. */
export function ToolListPage({
  page,
  featured,
  counts,
  search,
}: {
  page: Page<Tool>
  featured: Tool[]
  counts: ToolCount[]
  search: ToolListSearch
}) {
  const all = counts.reduce((sum, { tools }) => sum + tools, 0)
  return (
    <div className="wrap">
      <PageHead title="AI tools">{counted(all, 'tool')} to use prompts with. Every link shows where it goes.</PageHead>
      {featured.length > 0 && (
        <div className="-mt-6">
          <Section title="Featured">
            <ToolSheet tools={featured.slice(0, featuredShown)} />
          </Section>
        </div>
      )}
      <Section title={titleOf(search)} aside={figure(page.total)}>
        <ToolFilters search={search} counts={counts} />
        {page.items.length > 0 ? <ToolBoard tools={page.items} /> : <NoTools />}
        <ListPaging nextCursor={page.nextCursor} cursor={search.cursor} />
      </Section>
    </div>
  )
}

function titleOf({ type, free }: ToolListSearch): string {
  const price = free === undefined ? '' : free ? 'free ' : 'paid '
  const title = type ? `${price}${typeWord(type)} tools` : `${price || 'all '}tools`
  return title.charAt(0).toUpperCase() + title.slice(1)
}

function NoTools() {
  return (
    <Empty
      action={
        <Link to="/tools" className="btn">
          All tools
        </Link>
      }
    >
      No tools here yet.
    </Empty>
  )
}
