import { Link } from '@tanstack/react-router'
import type { ToolCount } from '#features/tools/contract.ts'
import { textsOf, wordOf } from '#features/tools/fact-rules.ts'
import {
  type FactFilter,
  matchesFacts,
  type ToolType,
  toolFactNames,
  toolFacts,
  toolTypeNames,
  valuesByParameter,
} from '#features/tools/rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t, translate } from '#lib/texts.ts'

/** The search parameters of the list of tools in the URL. */
export type ToolListSearch = FactFilter & { q?: string; type?: ToolType; cursor?: string }

const types = Object.keys(toolTypeNames) as ToolType[]

/** The filters by price: one for each value of `isFree` and `isFullyFree` that has a short text in fact-rules.ts. */
const priceChoices = [true, false].flatMap((value) =>
  toolFactNames.flatMap((fact) => {
    const label = wordOf(textsOf(fact).short, value)
    return label === null ? [] : [{ label, filter: { [toolFacts[fact]]: value } as FactFilter }]
  }),
)

/**
 * Links to each price and type, with the number of tools. `counts` ignore all filters. `applied` is the price filter in
 * effect. If it comes from words of the search, `withoutPrice` is the search without these words.
 */
export function ToolFilters({
  search: { q, type: chosenType, cursor: _, ...chosen },
  counts,
  applied = chosen,
  withoutPrice = q,
}: {
  search: ToolListSearch
  counts: ToolCount[]
  applied?: FactFilter
  withoutPrice?: string
}) {
  const countTools = (type: ToolType | undefined, filter: FactFilter) =>
    counts
      .filter((row) => (!type || row.type === type) && matchesFacts(row, filter))
      .reduce((sum, { tools }) => sum + tools, 0)
  const shownTypes = types.filter((type) => type === chosenType || counts.some((row) => row.type === type))
  const shownPrices = priceChoices
    .map((choice) => ({
      ...choice,
      count: countTools(chosenType, choice.filter),
      isCurrent: isSame(choice.filter, applied),
    }))
    .filter(({ count, isCurrent }) => count > 0 || isCurrent)
  return (
    <nav className="mb-4 flex flex-wrap items-center gap-2" aria-label={t('Filters')}>
      {(shownTypes.length > 1 || chosenType) && (
        <>
          <FilterChip
            search={{ q, ...chosen }}
            label={t('All')}
            count={countTools(undefined, applied)}
            isCurrent={!chosenType}
          />
          {shownTypes.map((type) => (
            <FilterChip
              key={type}
              search={{ q, type, ...chosen }}
              type={type}
              label={toolTypeNames[type]}
              count={countTools(type, applied)}
              isCurrent={type === chosenType}
            />
          ))}
          {/* The prices start a new line, because a price can be combined with a type. */}
          <span className="w-full" />
        </>
      )}
      {shownPrices.map(({ label, filter, count, isCurrent }) => (
        <FilterChip
          key={JSON.stringify(filter)}
          search={{ q: isCurrent ? withoutPrice || undefined : q, type: chosenType, ...(isCurrent ? {} : filter) }}
          label={translate(label)}
          count={count}
          isCurrent={isCurrent}
        />
      ))}
    </nav>
  )
}

/** Tells whether two filters have the same values. */
function isSame(one: FactFilter, other: FactFilter): boolean {
  return Object.entries(valuesByParameter((name) => one[name] === other[name])).every(([, same]) => same)
}

function FilterChip({
  search,
  type,
  label,
  count,
  isCurrent,
}: {
  search: ToolListSearch
  type?: ToolType
  label: string
  count: number
  isCurrent: boolean
}) {
  return (
    <Link
      to="/tools"
      search={search}
      activeOptions={{ exact: true }}
      aria-current={isCurrent ? 'true' : undefined}
      className="chip"
      data-type={type}
    >
      {type && <span className="tile" />}
      {label}
      <span className="tabular-nums opacity-75">{formatNumber(count)}</span>
    </Link>
  )
}
