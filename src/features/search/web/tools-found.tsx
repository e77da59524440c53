import { Link } from '@tanstack/react-router'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { SearchAnswer } from '#features/search/contract.ts'
import { ToolTable } from '#features/tools/web/tool-table.tsx'
import { pluralize } from '#lib/numbers.ts'
import { Empty } from '#ui/empty.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { HeadlineText } from './headline-text.tsx'
import type { SearchAddress } from './search-facets.tsx'
import { SearchForm } from './search-form.tsx'

/** How many tools are shown among the prompts. A separate page shows all of them. */
const shownMax = 3

/** The first matching tools, and a link to all of them. */
export function ToolsFound({ address, tools }: { address: SearchAddress; tools: SearchAnswer['tools'] }) {
  if (tools.items.length === 0) return null
  return (
    <section className="my-6" aria-label="Tools">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="font-sans text-[0.875rem] tracking-normal">Tools</h2>
        {tools.total > shownMax && (
          <Link
            to="/search"
            search={{ q: address.q, category: address.category, tag: address.tag, type: 'tools' }}
            className="link font-semibold text-small"
          >
            All {pluralize(tools.total, 'tool')}
          </Link>
        )}
      </div>
      <ToolTable tools={tools.items.slice(0, shownMax)} text={(tool) => <HeadlineText pieces={tool.headline} />} />
    </section>
  )
}

/** /search?type=tools: only tools. */
export function ToolSearchPage({ address, tools }: { address: SearchAddress; tools: SearchAnswer['tools'] }) {
  return (
    <div className="wrap">
      <PageHead title={<>Tools for “{address.q}”</>}>
        {pluralize(tools.total, 'tool')}
        {tools.totalIsFloor && ' or more'}.{' '}
        <Link to="/search" search={{ q: address.q }} className="link">
          Prompts and people
        </Link>
      </PageHead>
      <SearchForm term={address.q} />
      <div className="mt-4">
        {tools.items.length > 0 ? (
          <ToolTable tools={tools.items} heading="h2" text={(tool) => <HeadlineText pieces={tool.headline} />} />
        ) : (
          <Empty
            action={
              <Link to="/tools" className="btn">
                All tools
              </Link>
            }
          >
            No tool matches “{address.q}”.
          </Empty>
        )}
      </div>
      <ListPaging nextCursor={tools.nextCursor} cursor={address.cursor} />
    </div>
  )
}
