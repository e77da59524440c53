import { useNavigate } from '@tanstack/react-router'
import type { PromptStatus } from '#features/catalogue/rules.ts'
import { ListSearchForm } from '#ui/list-search-form.tsx'

/** The field that searches the member's own prompts of one status. The search term `q` is kept in the URL. */
export function OwnPromptSearch({ status, q }: { status: PromptStatus; q?: string }) {
  const navigate = useNavigate()
  return (
    <div className="mb-4 flex">
      <ListSearchForm
        key={status}
        label="Search your prompts"
        q={q}
        onSearch={(term) =>
          navigate({ to: '/my-prompts', search: { status: status === 'published' ? undefined : status, q: term } })
        }
      />
    </div>
  )
}
