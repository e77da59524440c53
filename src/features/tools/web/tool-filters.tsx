import { Link } from '@tanstack/react-router'
import type { ToolCount } from '#features/tools/contract.ts'
import { textsOf } from '#features/tools/fact-rules.ts'
import {
  type FactFilter,
  matchesFacts,
  type ToolType,
  toolFactNames,
  toolFacts,
  toolTypeNames,
} from '#features/tools/rules.ts'
import { formatNumber } from '#lib/numbers.ts'

/** The search parameters of the list. */
export type ToolListSearch = FactFilter & { type?: ToolType; cursor?: string }

const types = Object.keys(toolTypeNames) as ToolType[]

/** Links to each type with its count, and to the tools of which a fact is true, such as those that are free to use. */
export function ToolFilters({ search, counts }: { search: ToolListSearch; counts: ToolCount[] }) {
  const { type: chosenType, cursor: _, ...chosen } = search
  const matchingCounts = counts.filter((count) => matchesFacts(count, chosen))
  const countOf = (type?: ToolType) =>
    matchingCounts.filter((count) => !type || count.type === type).reduce((sum, { tools }) => sum + tools, 0)
  const shownTypes = types.filter((type) => type === chosenType || counts.some((count) => count.type === type))
  return (
    <nav className="mb-4 flex flex-wrap items-center gap-2" aria-label="Filters">
      <TypeChip label="All" count={countOf()} chosen={chosen} current={!chosenType} />
      {shownTypes.map((type) => (
        <TypeChip
          key={type}
          type={type}
          label={toolTypeNames[type]}
          count={countOf(type)}
          chosen={chosen}
          current={type === chosenType}
        />
      ))}
      {toolFactNames.map((fact, index) => {
        const parameter = toolFacts[fact]
        return (
          <Link
            key={fact}
            to="/tools"
            search={{ type: chosenType, ...chosen, [parameter]: chosen[parameter] ? undefined : true }}
            activeOptions={{ exact: true }}
            aria-current={chosen[parameter] ? 'true' : undefined}
            className={index === 0 ? 'toggle ml-auto' : 'toggle'}
          >
            {textsOf(fact).short.yes}
          </Link>
        )
      })}
    </nav>
  )
}

function TypeChip({
  type,
  label,
  count,
  chosen,
  current,
}: {
  type?: ToolType
  label: string
  count: number
  chosen: FactFilter
  current: boolean
}) {
  return (
    <Link
      to="/tools"
      search={{ type, ...chosen }}
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
