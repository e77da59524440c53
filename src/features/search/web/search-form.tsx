import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentType, type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { popularSearches, queryMax, submittableTerm } from '#features/search/rules.ts'
import { pathInLanguage } from '#lib/language.ts'
import { t, translate } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'

/**
 * The search form. It works without JavaScript. With JavaScript, it suggests searches while somebody types, trims the
 * term, and doesn't submit an empty one.
 */
export function SearchForm({
  term = '',
  placeholder = t('What do you want to get done?'),
}: {
  term?: string
  placeholder?: string
}) {
  const navigate = useNavigate()
  const id = useId()
  const [Suggestions, setSuggestions] = useState<ComponentType<{ fieldId: string }>>()
  const loadSuggestions = () => {
    // If this fails, the form works without suggestions.
    import('./suggestion-list.tsx').then(
      ({ SuggestionList }) => setSuggestions(() => SuggestionList),
      () => undefined,
    )
  }
  const field = useRef<HTMLInputElement>(null)
  const loadIfUsed = useEffectEvent(() => {
    const input = field.current
    if (input && (input === document.activeElement || input.value !== input.defaultValue)) loadSuggestions()
  })
  // Somebody may have used the field before React attached its handlers.
  useEffect(() => loadIfUsed(), [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = submittableTerm(String(new FormData(event.currentTarget).get('q')))
    if (q) navigate({ to: '/search', search: { q } })
  }
  return (
    <search>
      {/* The key resets the field and its suggestions when the term changes. */}
      <form key={term} className="search-form" action={pathInLanguage('/search')} onSubmit={submit}>
        <Icon name="search" className="icon ms-3 size-5.5 max-md:hidden" />
        <label htmlFor={id} className="sr-only">
          {t('Search prompts')}
        </label>
        <input
          id={id}
          ref={field}
          type="search"
          name="q"
          defaultValue={term}
          placeholder={placeholder}
          maxLength={queryMax}
          autoComplete="off"
          enterKeyHint="search"
          dir="auto"
          onFocus={loadSuggestions}
          onInput={loadSuggestions}
        />
        <button type="submit" className="btn btn-primary max-md:w-13 max-md:px-0">
          <Icon name="arrow-right" className="icon-sm" />
          <span className="max-md:sr-only">{t('Search')}</span>
        </button>
        {Suggestions && <Suggestions fieldId={id} />}
      </form>
    </search>
  )
}

/** Links to popular searches. */
export function PopularSearches() {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2">
      {t('Popular:')}
      {popularSearches.map(({ query, label }) => (
        <Link key={query} to="/search" search={{ q: query }} className="link py-1 font-semibold text-ink">
          {label === null ? query : translate(label)}
        </Link>
      ))}
    </p>
  )
}
