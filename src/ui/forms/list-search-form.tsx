import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'

/**
 * A form that searches one of the member's lists. `q`: the current search term, from the URL. `onSearch` gets the
 * trimmed term, or undefined if it is empty.
 */
export function ListSearchForm({
  label,
  q,
  onSearch,
}: {
  label: string
  q?: string
  onSearch: (q: string | undefined) => void
}) {
  return (
    <search className="max-sm:w-full">
      <form
        key={q}
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(String(new FormData(event.currentTarget).get('q')).trim() || undefined)
        }}
      >
        <input
          type="search"
          name="q"
          defaultValue={q}
          aria-label={label}
          placeholder={label}
          className="min-h-10 min-w-0 flex-1 rounded-1 border border-edge bg-raised px-3 sm:w-72"
          maxLength={1000}
        />
        <button type="submit" className="btn">
          <Icon name="search" className="icon-sm" />
          {t('Search')}
        </button>
      </form>
    </search>
  )
}
