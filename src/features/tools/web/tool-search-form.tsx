import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId } from 'react'
import { Icon } from '#ui/icon.tsx'

/** The search form for tools, which works without JavaScript. A new search removes the other filters. */
export function ToolSearchForm({ term = '' }: { term?: string }) {
  const navigate = useNavigate()
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q')).trim()
    if (q) navigate({ to: '/tools', search: { q } })
  }
  return (
    <search>
      {/* The key resets the field when the term changes. */}
      <form key={term} className="search-form mb-4" action="/tools" onSubmit={submit}>
        <label htmlFor={id} className="sr-only">
          Search tools
        </label>
        <input
          id={id}
          type="search"
          name="q"
          data-key="search"
          defaultValue={term}
          placeholder="What should the tool do?"
          maxLength={1000}
          autoComplete="off"
          enterKeyHint="search"
          dir="auto"
        />
        <button type="submit" className="btn btn-primary max-md:w-13 max-md:px-0">
          <Icon name="arrow-right" className="icon-sm" />
          <span className="max-md:sr-only">Search</span>
        </button>
      </form>
    </search>
  )
}
