import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId } from 'react'
import { NumberedPaging } from '#features/catalogue/web/list-controls.tsx'
import type { Tool, ToolCount, ToolPage } from '#features/tools/contract.ts'
import { type FactFilter, isUnfiltered, typeNameInSentence, valuesByParameter } from '#features/tools/rules.ts'
import { capitalize } from '#lib/capitalize.ts'
import { plural, t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Empty } from '#ui/lists/empty.tsx'
import { ToolFilters, type ToolListSearch } from './tool-filters.tsx'
import { ToolGrid } from './tool-grid.tsx'
import { ToolTable } from './tool-table.tsx'
import { priceInWords, ToolsByFit, titleOfSearch } from './tools-by-fit.tsx'

/** The maximum number of featured tools in the section above the list. */
const featuredShownMax = 6

/**
 * The list of tools, filtered by the URL. Without filters, it starts with featured tools and continues category by
 * category.
 */
export function ToolListPage({
  page,
  featured,
  counts,
  search,
}: {
  page: ToolPage
  featured: Tool[]
  counts: ToolCount[]
  search: ToolListSearch
}) {
  const isSortedByJob = isUnfiltered(search)
  const shownFeaturedTools = featured.slice(0, featuredShownMax)
  const listedTools = isSortedByJob
    ? page.items.filter((tool) => !shownFeaturedTools.some(({ id }) => id === tool.id))
    : page.items
  // The list leaves out the featured tools shown above its first page, so the number next to its title does too.
  const omittedCount = isSortedByJob ? shownFeaturedTools.length : 0
  const totalTools = counts.reduce((sum, { tools }) => sum + tools, 0)
  return (
    <div className="wrap">
      <PageHead title={t('AI tools')}>
        {!page.request &&
          plural(
            totalTools,
            '{count} tool to use prompts with. Every link shows where it goes.',
            '{count} tools to use prompts with. Every link shows where it goes.',
          )}
      </PageHead>
      <ToolSearchForm term={search.q} />
      <ToolFilters
        search={search}
        counts={page.request?.counts ?? counts}
        applied={page.request && appliedPriceOf(page.request)}
        withoutPrice={page.request?.withoutPrice}
      />
      {isSortedByJob && !search.cursor && shownFeaturedTools.length > 0 && (
        <Section title={t('Featured')}>
          <ToolGrid tools={shownFeaturedTools} />
        </Section>
      )}
      <Section
        title={omittedCount > 0 ? t('More tools') : page.request ? titleOfSearch(page, search) : titleOf(search)}
        aside={page.request ? undefined : plural(page.total - omittedCount, '{count} tool', '{count} tools')}
      >
        {page.request && <ToolsByFit page={page} request={page.request} search={search} />}
        {page.items.length === 0 && !page.request && <NoTools />}
        {page.request ? null : isSortedByJob ? (
          <ToolsByJob tools={listedTools} />
        ) : (
          listedTools.length > 0 && <ToolTable tools={listedTools} />
        )}
        <NumberedPaging page={page} cursor={search.cursor} />
      </Section>
    </div>
  )
}

/** Lists tools under their categories, which say what job a tool does, in the order of the page. */
function ToolsByJob({ tools }: { tools: Tool[] }) {
  const slugs = [...new Set(tools.map(({ category }) => category.slug))]
  return slugs.map((slug, index) => {
    const toolsOfJob = tools.filter(({ category }) => category.slug === slug)
    return (
      <section key={slug} className="mb-6" aria-label={toolsOfJob[0]?.category.name}>
        <h3 className="mb-2 text-lead">{toolsOfJob[0]?.category.name}</h3>
        <ToolTable tools={toolsOfJob} heading="h4" hasHead={index === 0} />
      </section>
    )
  })
}

/** Returns the price filter of a search. It comes from the URL, or from words of the search. */
function appliedPriceOf(request: FactFilter): FactFilter {
  return valuesByParameter((name) => request[name])
}

function titleOf({ type, ...filter }: ToolListSearch): string {
  const kind = [priceInWords(filter), type && typeNameInSentence(type)].filter(Boolean).join(' ')
  return kind ? capitalize(t('{kind} tools', { kind })) : t('All tools')
}

function NoTools() {
  return (
    <Empty
      action={
        <Link to="/tools" className="btn">
          {t('All tools')}
        </Link>
      }
    >
      {t('No tools here yet.')}
    </Empty>
  )
}

/** The search form for tools, which works without JavaScript. A new search removes the other filters. */
function ToolSearchForm({ term = '' }: { term?: string }) {
  const navigate = useNavigate()
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q')).trim()
    if (q) navigate({ to: '/tools', search: { q } })
  }
  return (
    <search>
      {/* The key resets the field when the term changes. */}
      <form key={term} className="search-form mb-4" action="/tools" onSubmit={submit}>
        <label htmlFor={id} className="sr-only">
          {t('Search tools')}
        </label>
        <input
          id={id}
          type="search"
          name="q"
          defaultValue={term}
          placeholder={t('What should the tool do?')}
          maxLength={1000}
          autoComplete="off"
          enterKeyHint="search"
          dir="auto"
        />
        <button type="submit" className="btn btn-primary max-md:w-13 max-md:px-0">
          <Icon name="arrow-right" className="icon-sm" />
          <span className="max-md:sr-only">{t('Search')}</span>
        </button>
      </form>
    </search>
  )
}
