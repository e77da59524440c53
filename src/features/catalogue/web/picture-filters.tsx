import type { FilterCounts } from '#features/catalogue/contract.ts'
import { pictureFilters } from '#features/catalogue/filter-rules.ts'
import { FilterOptions, filterLabels, type ListParameters, useListFilters } from './list-filters.tsx'

/** The filters for pictures, above a list of prompts for images on a phone, where the other filters are in a sheet. */
export function PictureFilters({
  search,
  counts,
  total,
}: {
  search: ListParameters
  counts: FilterCounts
  total: number
}) {
  const { chosen, offered, apply } = useListFilters(search, counts, total)
  return (
    <div className="js-only mb-4 flex gap-2 side:hidden">
      {pictureFilters
        .filter((name) => offered.includes(name))
        .map((name) => (
          <select
            key={name}
            aria-label={filterLabels[name]}
            className="input min-w-0 flex-1"
            value={chosen[name] ?? ''}
            onChange={({ target }) => apply({ ...chosen, [name]: target.value || undefined })}
          >
            <option value="">{filterLabels[name]}</option>
            <FilterOptions name={name} counts={counts} chosen={chosen} />
          </select>
        ))}
    </div>
  )
}
