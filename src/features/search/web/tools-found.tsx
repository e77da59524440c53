import { Link } from '@tanstack/react-router'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { SearchResults } from '#features/search/contract.ts'
import type { ToolRequest } from '#features/tools/contract.ts'
import { ToolTable } from '#features/tools/web/tool-table.tsx'
import { priceInWords } from '#features/tools/web/tools-by-fit.tsx'
import { formatList } from '#lib/format-list.ts'
import { plural, t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Empty } from '#ui/lists/empty.tsx'
import { HeadlineText } from './headline-text.tsx'
import type { SearchAddress } from './search-facets.tsx'
import { SearchForm } from './search-form.tsx'

/** How many tools are shown among the prompts. A separate page shows all of them. */
const shownMax = 3

/**
 * Shows the first matching tools, with a link to all of them if there are more. A search that asks for a tool always
 * has the link, and what `AboutRequest` says, even if no tool matches.
 */
export function ToolsFound({ address, tools }: { address: SearchAddress; tools: SearchResults['tools'] }) {
  if (tools.items.length === 0 && !tools.request) return null
  return (
    <section className="my-6" aria-label={t('Tools')}>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="font-sans text-[0.875rem] tracking-normal">{t('Tools')}</h2>
        {(tools.total > shownMax || tools.request) && (
          <Link {...linkToAll(address)} className="link font-semibold text-small">
            {tools.total > shownMax
              ? tools.totalIsFloor
                ? plural(tools.total, 'More than {count} tool', 'More than {count} tools')
                : plural(tools.total, 'All {count} tools', 'All {count} tools')
              : t('Search the tools')}
          </Link>
        )}
      </div>
      {tools.request && (
        <p className="mb-2 text-ink-2">
          <AboutRequest address={address} request={tools.request} isEmpty={tools.items.length === 0} />
        </p>
      )}
      {tools.items.length > 0 && (
        <ToolTable tools={tools.items.slice(0, shownMax)} text={(tool) => <HeadlineText pieces={tool.headline} />} />
      )}
    </section>
  )
}

/**
 * Links to all matching tools. The page /tools can't be filtered by category or tag, so a search with either stays at
 * /search.
 */
function linkToAll({ q, category, tag }: SearchAddress) {
  return category || tag
    ? { to: '/search', search: { q, category, tag, type: 'tools' as const } }
    : { to: '/tools', search: { q } }
}

/**
 * Says which price the term asked for, with a link to tools of any price, and how the tools match the request
 * (`reasonOf`).
 */
function AboutRequest({
  address,
  request,
  isEmpty,
}: {
  address: SearchAddress
  request: ToolRequest
  isEmpty: boolean
}) {
  const price = priceInWords(request)
  return (
    <>
      {price && !(request.alternativeTo && isEmpty) && t('Only {price} tools, as you asked. ', { price })}
      {reasonOf(request, isEmpty)}
      {price && (
        <>
          {' '}
          <Link {...linkToAll({ ...address, q: request.withoutPrice })} className="link">
            {t('Any price')}
          </Link>
        </>
      )}
    </>
  )
}

/** Returns a sentence that says how the tools match the request, or ''. `fits` counts the tools with all of `words`. */
function reasonOf(request: ToolRequest, isEmpty: boolean): string {
  const { words, fits, alternativeTo } = request
  const price = priceInWords(request)
  if (alternativeTo && isEmpty)
    return price
      ? t('No {price} tool here is like {name}.', { price, name: alternativeTo.name })
      : t('No tool here is like {name}.', { name: alternativeTo.name })
  if (alternativeTo) return t('They share tags with {name}.', { name: alternativeTo.name })
  if (fits > 0 || words.length === 0) return ''
  const list = formatList(words)
  return isEmpty
    ? t('None matches all of these words: {list}.', { list })
    : t('None matches all of these words: {list}. These are the closest.', { list })
}

/** The page /search?type=tools, which has only tools. */
export function ToolSearchPage({ address, tools }: { address: SearchAddress; tools: SearchResults['tools'] }) {
  return (
    <div className="wrap">
      <PageHead title={<>{t('Tools for “{q}”', { q: address.q })}</>}>
        {tools.totalIsFloor
          ? plural(tools.total, '{count} tool or more.', '{count} tools or more.')
          : plural(tools.total, '{count} tool.', '{count} tools.')}{' '}
        <Link to="/search" search={{ q: address.q }} className="link">
          {t('Prompts and people')}
        </Link>
      </PageHead>
      <SearchForm term={address.q} />
      {tools.request && (
        <p className="mt-4 text-ink-2 empty:hidden">
          <AboutRequest address={address} request={tools.request} isEmpty={tools.items.length === 0} />
        </p>
      )}
      <div className="mt-4">
        {tools.items.length > 0 ? (
          <ToolTable tools={tools.items} heading="h2" text={(tool) => <HeadlineText pieces={tool.headline} />} />
        ) : (
          <Empty
            action={
              <Link to="/tools" className="btn">
                {t('All tools')}
              </Link>
            }
          >
            {t('No tool matches “{q}”.', { q: address.q })}
          </Empty>
        )}
      </div>
      <ListPaging nextCursor={tools.nextCursor} cursor={address.cursor} />
    </div>
  )
}
