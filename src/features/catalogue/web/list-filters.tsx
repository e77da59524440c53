import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, startTransition, useId, useOptimistic } from 'react'
import type { FilterCounts } from '#features/catalogue/contract.ts'
import { type ChosenFilters, chosenFilters, filterOptions, offeredFilters } from '#features/catalogue/filter-rules.ts'
import { type FilterName, filterNames } from '#features/catalogue/rules.ts'
import { languageName } from '#lib/language-name.ts'
import { formatNumber } from '#lib/numbers.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { closeSheet } from '#ui/forms/choice-list.tsx'
import { Icon } from '#ui/icon.tsx'
import type { ListSearch } from './list-search.ts'

export const filterLabels: Record<FilterName, Message> = {
  language: msg('Language'),
  blanks: msg('Blanks'),
  length: msg('Length'),
  tested: msg('Tested on'),
  results: msg('Tests'),
  proved: msg('Tested'),
  picture: msg('Picture'),
  style: msg('Style'),
  tool: msg('Tool'),
  ratio: msg('Ratio'),
}

/** The parameters of a list's URL. On a category's page, `category` is set too, though only the path contains it. */
export type ListParameters = ChosenFilters & { category?: string; cursor?: string; view?: string }

/**
 * Returns the filters that a list of `total` prompts offers, the chosen filters, and a function that applies a
 * different choice immediately.
 */
export function useListFilters(search: ListParameters, counts: FilterCounts, total: number) {
  const navigate = useNavigate()
  const [chosen, choose] = useOptimistic(chosenFilters(search))
  const offered = offeredFilters(search.category, chosen).filter(
    (name) => chosen[name] || counts[name].some(({ prompts }) => prompts < total),
  )
  const apply = (next: ChosenFilters) =>
    startTransition(async () => {
      choose(next)
      const filters = Object.fromEntries(filterNames.map((name) => [name, next[name]]))
      await navigate({ to: '.', search: (old) => ({ ...old, ...filters, cursor: undefined }), resetScroll: false })
    })
  return { chosen, offered, apply }
}

/** The values of a filter as options, each with its number of prompts. */
export function FilterOptions({
  name,
  counts,
  chosen,
}: {
  name: FilterName
  counts: FilterCounts
  chosen: ChosenFilters
}) {
  return optionsOf(name, counts[name], chosen[name]).map(({ value, prompts }) => (
    <option key={value} value={value}>
      {valueName(name, value)} ({formatNumber(prompts)})
    </option>
  ))
}

/**
 * Select fields that filter a list, with the number of prompts for each value. The form works without JavaScript; with
 * JavaScript, a choice is applied immediately. Leaves out filters that can't narrow this list, unless they are set.
 * `total` is the number of prompts in the list.
 */
export function FilterForm({
  search,
  counts,
  total,
  otherParameters,
}: {
  search: ListParameters
  counts: FilterCounts
  total: number
  /** Other parameters of the URL, which stay as they are. */
  otherParameters: Record<string, string | undefined>
}) {
  const titleId = useId()
  const { chosen, offered, apply } = useListFilters(search, counts, total)
  if (offered.length === 0) return null

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // On phones the form is in a sheet.
    closeSheet(event)
    const formData = new FormData(event.currentTarget)
    apply(Object.fromEntries(filterNames.map((name) => [name, formData.get(name)?.toString() || undefined])))
  }
  return (
    <form className="grid gap-2 border-ink border-t-2 pt-2.5 pb-5" aria-labelledby={titleId} onSubmit={submit}>
      <h2 id={titleId} className="font-sans text-[0.875rem] tracking-normal">
        {t('Filter by')}
      </h2>
      {Object.entries(otherParameters).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {offered.map((name) => (
        <label key={name} className="flex items-center gap-2 text-small">
          <span className="w-18 shrink-0 text-ink-2">{translate(filterLabels[name])}</span>
          <select
            name={name}
            className="input min-w-0 flex-1 py-1 text-[0.875rem] pointer-fine:min-h-9"
            value={chosen[name] ?? ''}
            onChange={({ target }) => apply({ ...chosen, [name]: target.value || undefined })}
          >
            <option value="">{t('Any')}</option>
            <FilterOptions name={name} counts={counts} chosen={chosen} />
          </select>
        </label>
      ))}
      {/* On wide screens (`side`), the list is next to the form and already shows the choice if scripting is on. */}
      <button type="submit" className="btn side:[@media(scripting:enabled)]:hidden">
        {t('Show prompts')}
      </button>
    </form>
  )
}

/**
 * Returns the values that prompts have, except redundant ones, each with its number of prompts, and always the chosen
 * value. Languages are sorted by number of prompts, and other values have a fixed order.
 */
function optionsOf(name: FilterName, counts: FilterCounts[FilterName], chosen: string | undefined) {
  const isMissing = chosen !== undefined && counts.every(({ value }) => value !== chosen)
  const allCounts = (isMissing ? [...counts, { value: chosen, prompts: 0 }] : counts).filter(
    ({ value }) => value === chosen || !isRedundant(name, value),
  )
  if (name === 'language') return allCounts
  const order = Object.keys(filterOptions[name])
  return allCounts.toSorted((one, other) => order.indexOf(one.value) - order.indexOf(other.value))
}

/** Tells whether another value includes this one: prompts without blanks are among those that are ready to copy. */
function isRedundant(name: FilterName, value: string): boolean {
  return name === 'blanks' && value === 'false'
}

/** Shows each chosen filter as a link to the list without it. */
export function ChosenFilterLinks({ search }: { search: ChosenFilters }) {
  return (Object.entries(chosenFilters(search)) as [FilterName, string][]).map(([name, value]) => (
    <Link
      key={name}
      to="."
      search={(old) => ({ ...old, [name]: undefined, cursor: undefined })}
      activeOptions={{ exact: true }}
      className="chip"
    >
      {chipText(name, value)}
      <Icon name="x" className="icon-sm" />
      <span className="sr-only">{`, ${t('remove this filter')}`}</span>
    </Link>
  ))
}

/** Counts how many filters are set, including category, tag and picks. */
export function countChosen({ category, tag, pick, ...search }: ListSearch): number {
  return [category, tag, pick, ...Object.values(chosenFilters(search))].filter(Boolean).length
}

function chipText(name: FilterName, value: string): string {
  const shown = valueName(name, value)
  if (name === 'tested') return t('Tested on {model}', { model: shown })
  return name === 'length' ? t('{length} text', { length: shown }) : shown
}

function valueName(name: FilterName, value: string): string {
  if (name === 'language') return languageName(value)
  const option = (filterOptions[name] as Record<string, string | Message>)[value] ?? value
  return typeof option === 'string' ? option : translate(option)
}
