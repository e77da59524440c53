import { useNavigate } from '@tanstack/react-router'
import type { PromptStatus } from '#features/catalogue/rules.ts'
import { Icon } from '#ui/icon.tsx'

/** Searches the member's own prompts of one status. The term is in the URL. */
export function OwnPromptSearch({ status, q }: { status: PromptStatus; q?: string }) {
  const navigate = useNavigate()
  return (
    <search className="mb-4 flex">
      <form
        key={`${status} ${q}`}
        className="flex gap-2 max-sm:w-full"
        onSubmit={(event) => {
          event.preventDefault()
          const term = String(new FormData(event.currentTarget).get('q')).trim() || undefined
          navigate({ to: '/my-prompts', search: { status: status === 'published' ? undefined : status, q: term } })
        }}
      >
        <input
          type="search"
          name="q"
          defaultValue={q}
          aria-label="Search your prompts"
          placeholder="Search your prompts"
          className="min-h-10 min-w-0 flex-1 rounded-1 border border-edge bg-raised px-3 sm:w-72"
          maxLength={1000}
        />
        <button type="submit" className="btn">
          <Icon name="search" className="icon-sm" />
          Search
        </button>
      </form>
    </search>
  )
}
