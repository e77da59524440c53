import { useId } from 'react'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'

/** The field that filters a list in the admin area. The `/` key focuses it. An empty field shows the whole list. */
export function SearchField({
  label,
  value = '',
  onSearch,
}: {
  label: string
  value?: string
  onSearch: (q: string | undefined) => void
}) {
  const id = useId()
  return (
    <search className="ml-auto max-sm:w-full">
      <form
        className="flex items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const term = new FormData(event.currentTarget).get('q')
          onSearch(String(term ?? '').trim() || undefined)
        }}
      >
        <label htmlFor={id} className="whitespace-nowrap text-ink-2 text-small">
          {label}
        </label>
        <input id={id} name="q" type="search" className="input min-w-0" defaultValue={value} />
        <button type="submit" className="btn">
          <Icon name="search" className="icon-sm" />
          <span className="sr-only">{t('Search')}</span>
        </button>
      </form>
    </search>
  )
}
