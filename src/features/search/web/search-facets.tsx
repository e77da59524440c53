import type { Category } from '#features/catalogue/contract.ts'
import { FilterForm } from '#features/catalogue/web/list-filters.tsx'
import type { ListSearch } from '#features/catalogue/web/list-search.ts'
import type { SearchResults } from '#features/search/contract.ts'
import type { SearchSort } from '#features/search/rules.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { type Choice, ChoiceList } from '#ui/forms/choice-list.tsx'

/** The search parameters in the address. */
export type SearchAddress = ListSearch & { q: string; sort?: SearchSort; type?: 'tools' }

const sortLabels: [SearchSort, Message][] = [
  ['relevance', msg('Relevance')],
  ['newest', msg('Newest')],
  ['popular', msg('Most popular')],
]

/** Lets people sort and narrow the results. The filters, categories and tags have counts. */
export function SearchFacets({
  address,
  categorySlug,
  facets,
  total,
  categories,
}: {
  address: SearchAddress
  /** The slug of the category whose filters are offered. */
  categorySlug: string | undefined
  facets: SearchResults['facets']
  /** How many prompts were found. */
  total: number
  categories: Category[]
}) {
  const counts = new Map(facets.categories.map(({ slug, count }) => [slug, count]))
  const shownCategories = categories.filter(({ slug }) => counts.has(slug) || slug === address.category)
  const sorts = sortLabels.map(
    ([value, label]): Choice => ({
      label: translate(label),
      isCurrent: value === (address.sort ?? 'relevance'),
      link: {
        to: '.',
        search: (old) => ({ ...old, sort: value === 'relevance' ? undefined : value, cursor: undefined }),
      },
    }),
  )
  return (
    <>
      <ChoiceList title={t('Sort by')} choices={sorts} />
      <FilterForm
        search={{ ...address, category: categorySlug }}
        counts={facets.filters}
        total={total}
        otherParameters={{
          q: address.q,
          category: address.category,
          tag: address.tag,
          sort: address.sort,
          view: address.view,
        }}
      />
      {shownCategories.length > 0 && (
        <ChoiceList title={t('Category')} choices={categoryChoices(address, shownCategories, counts)} />
      )}
      {facets.tags.length > 0 && <ChoiceList title={t('Tags')} choices={tagChoices(address, facets.tags)} />}
    </>
  )
}

function categoryChoices(address: SearchAddress, shown: Category[], counts: Map<string, number>): Choice[] {
  const allCategories: Choice = {
    label: t('All categories'),
    isCurrent: !address.category,
    link: { to: '.', search: (old) => ({ ...old, category: undefined, cursor: undefined }) },
  }
  return [
    allCategories,
    ...shown.map(
      ({ slug, name }): Choice => ({
        label: name,
        category: slug,
        count: counts.get(slug) ?? 0,
        isCurrent: slug === address.category,
        link: { to: '.', search: (old) => ({ ...old, category: slug, cursor: undefined }) },
      }),
    ),
  ]
}

/** Returns the links for tags. The link of the selected tag leads to the results without that filter. */
function tagChoices(address: SearchAddress, tags: { tag: string; count: number }[]): Choice[] {
  return tags.map(({ tag, count }) => {
    const isCurrent = tag === address.tag
    return {
      label: tag,
      count,
      isCurrent,
      link: { to: '.', search: (old) => ({ ...old, tag: isCurrent ? undefined : tag, cursor: undefined }) },
    }
  })
}
