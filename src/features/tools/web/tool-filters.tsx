import { Link } from '@tanstack/react-router'
import type { ToolCount } from '#features/tools/contract.ts'
import { type ToolType, toolTypeNames } from '#features/tools/rules.ts'
import { formatNumber } from '#lib/numbers.ts'

/** The search parameters of the list. */
export type ToolListSearch = { type?: ToolType; free?: boolean; cursor?: string }

const types = Object.keys(toolTypeNames) as ToolType[]

/** Links to each type with its count, and to tools that can be used for free. */
export function ToolFilters({ search, counts }: { search: ToolListSearch; counts: ToolCount[] }) {
  const countsOfPrice = counts.filter(({ isFree }) => search.free === undefined || isFree === search.free)
  const countOf = (type?: ToolType) =>
    countsOfPrice.filter((count) => !type || count.type === type).reduce((sum, { tools }) => sum + tools, 0)
  const shownTypes = types.filter((type) => type === search.type || counts.some((count) => count.type === type))
  return (
    <nav className="mb-4 flex flex-wrap items-center gap-2" aria-label="Filters">
      <TypeChip label="All" count={countOf()} free={search.free} current={!search.type} />
      {shownTypes.map((type) => (
        <TypeChip
          key={type}
          type={type}
          label={toolTypeNames[type]}
          count={countOf(type)}
          free={search.free}
          current={type === search.type}
        />
      ))}
      <Link
        to="/tools"
        search={{ type: search.type, free: search.free ? undefined : true }}
        activeOptions={{ exact: true }}
        aria-current={search.free ? 'true' : undefined}
        className="toggle ml-auto"
      >
        Free to use
      </Link>
    </nav>
  )
}

function TypeChip({
  type,
  label,
  count,
  free,
  current,
}: {
  type?: ToolType
  label: string
  count: number
  free?: boolean
  current: boolean
}) {
  return (
    <Link
      to="/tools"
      search={{ type, free }}
      activeOptions={{ exact: true }}
      aria-current={current ? 'true' : undefined}
      className="chip"
      data-type={type}
    >
      {type && <span className="tile" />}
      {label}
      <span className="tabular-nums opacity-75">{formatNumber(count)}</span>
    </Link>
  )
}
