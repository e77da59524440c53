import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import type { AdminPrompt } from '#features/moderation/content-contract.ts'
import type { ReportCase } from '#features/moderation/report-contract.ts'
import { t } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'
import { findNamedCategory } from './named-category.ts'

/**
 * The form that moves a prompt to another category and closes the reports, all of which say that its category is wrong.
 * If the prompt is already in the category that the reports name, a note says that.
 */
export function MovePrompt({
  prompt,
  reports,
  onMove,
}: {
  prompt: AdminPrompt
  reports: ReportCase['reports']
  onMove: (category: { slug: string; name: string }) => Promise<unknown>
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: categories = [] } = useQuery(categoriesQuery(api))
  const [chosenSlug, setChosenSlug] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const id = useId()
  const reportedCategory = findNamedCategory(reports, categories)
  const current = prompt.category.slug
  const slug = chosenSlug ?? reportedCategory?.slug ?? current
  const category = categories.find((item) => item.slug === slug)
  return (
    <form
      className="grid gap-2"
      onSubmit={async (event) => {
        event.preventDefault()
        if (isSending || !category || slug === current) return
        setSending(true)
        await onMove(category)
        setSending(false)
      }}
    >
      {reportedCategory?.slug === current && (
        <p>
          {rich('The report names {name}, which is now the prompt’s category.', {
            name: <b>{prompt.category.name}</b>,
          })}
        </p>
      )}
      <label htmlFor={id} className="font-semibold">
        {t('Category')}
      </label>
      <div className="admin-filters flex flex-wrap gap-2">
        <select id={id} className="input" value={slug} onChange={(event) => setChosenSlug(event.target.value)}>
          {categories.map(({ slug: value, name }) => (
            <option key={value} value={value}>
              {value === current ? t('{name} (now)', { name }) : name}
            </option>
          ))}
        </select>
        <button type="submit" className="btn" aria-disabled={isSending || slug === current}>
          {t('Move and close')}
        </button>
      </div>
    </form>
  )
}
