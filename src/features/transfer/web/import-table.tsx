import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { PromptStatus } from '#features/catalogue/rules.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { ExactText } from '#features/catalogue/web/exact-text.tsx'
import type { RowOutcome } from '#features/transfer/import-batch-rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
import './import-table.css'

/**
 * How many rows are shown at first, and how many more after each press of the button. Thousands at once would be slow.
 */
const shownFirst = 20
const shownMore = 100
/** How many names of blanks are shown for a prompt. */
const blanksMax = 5

const statusLabels: Record<PromptStatus, Message> = {
  published: msg('Published'),
  shared: msg('For a group'),
  draft: msg('Draft'),
  pending: msg('Pending'),
  removed: msg('Removed'),
  deleted: msg('Deleted'),
}
const badgeClasses = { refused: 'border-bad text-bad', new: '', known: 'border-hair text-ink-2' }

/** Returns the rank of a row. Rows that need attention come first: those that are skipped, then new ones with a note. */
function rankOf({ state, notes }: RowOutcome): number {
  return state === 'refused' ? 0 : state === 'known' ? 3 : notes.length > 0 ? 1 : 2
}

/**
 * Shows the expected or actual result for each prompt of the chosen files. `asDrafts` tells whether all new prompts will
 * be drafts.
 */
export function ImportTable({ rows, asDrafts = false }: { rows: RowOutcome[]; asDrafts?: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: categories = [] } = useQuery(categoriesQuery(api))
  const [shownCount, setShownCount] = useState(shownFirst)
  const sorted = rows.toSorted((a, b) => rankOf(a) - rankOf(b))
  const hiddenCount = sorted.length - shownCount
  const categoryNameOf = (slug: string) => categories.find((category) => category.slug === slug)?.name ?? slug
  return (
    <>
      <table className="w-full border-ink border-t-2">
        <caption className="sr-only">{t('Result for each prompt')}</caption>
        <thead>
          <tr className="border-hair border-b text-ink-2 text-small">
            <th scope="col" className="py-2 pe-4 font-medium">
              {t('Prompt')}
            </th>
            <th scope="col" className="w-px whitespace-nowrap py-2 font-medium">
              {t('Result')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, shownCount).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be identical, and rows never move.
            <tr key={index} className="border-hair border-b align-top">
              <td className="py-3 pe-4 [overflow-wrap:anywhere]">
                <span className="font-semibold" dir="auto">
                  {row.title || t('Untitled')}
                </span>
                {row.prompt && (
                  <span className="import-excerpt" dir="auto">
                    <ExactText text={row.prompt.excerpt} />
                  </span>
                )}
                <span className="block text-ink-2 text-small">
                  {row.prompt && `${categoryNameOf(row.prompt.category)} · ${listBlanks(row.prompt.blanks)} · `}
                  {row.picture && `${t('with a picture')} · `}
                  {row.place}
                </span>
                {row.notes.map((note) => (
                  <span
                    key={note}
                    className={`mt-1 block text-small ${row.state === 'refused' ? 'text-bad' : 'border-warn border-s-4 ps-2'}`}
                  >
                    {note}
                  </span>
                ))}
              </td>
              <td className="py-3">
                <span className={`badge ${badgeClasses[row.state]}`}>{resultOf(row, asDrafts)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hiddenCount > 0 && (
        <p className="mt-3 flex flex-wrap items-center gap-3 text-ink-2 text-small">
          <button type="button" className="btn" onClick={() => setShownCount(shownCount + shownMore)}>
            {t('Show {min} more', { min: Math.min(shownMore, hiddenCount) })}
          </button>
          {t('{shownCount} of {length} shown.', { shownCount, length: sorted.length })}
        </p>
      )}
    </>
  )
}

function resultOf({ state, prompt }: RowOutcome, asDrafts: boolean): string {
  if (state === 'refused') return t('Skipped')
  if (state === 'known') return t('Already yours')
  return translate(statusLabels[asDrafts || !prompt ? 'draft' : prompt.status])
}

/** Lists the blanks of a prompt, as in `2 blanks: guest, place`. */
function listBlanks(names: string[]): string {
  if (names.length === 0) return t('no blanks')
  const rest = names.length - blanksMax
  const shown = names.slice(0, blanksMax).join(', ')
  return rest > 0
    ? plural(names.length, '{count} blank: {shown} and {rest} more', '{count} blanks: {shown} and {rest} more', {
        shown,
        rest,
      })
    : plural(names.length, '{count} blank: {shown}', '{count} blanks: {shown}', { shown })
}

/**
 * Returns how many prompts have each result, as in `16 prompts: 12 new, 3 already yours, 1 skipped.` Leaves out zeros,
 * except for new prompts.
 */
export function describeCounts(rows: RowOutcome[]): string {
  const count = (state: RowOutcome['state']) => rows.filter((row) => row.state === state).length
  const others = [
    { state: 'known', label: t('already yours') },
    { state: 'refused', label: t('skipped') },
  ] as const
  const parts = others.flatMap(({ state, label }) =>
    count(state) > 0 ? [`, ${formatNumber(count(state))} ${label}`] : [],
  )
  return `${plural(rows.length, '{count} prompt', '{count} prompts')}: ${t('{count} new', { count: count('new') })}${parts.join('')}.`
}
