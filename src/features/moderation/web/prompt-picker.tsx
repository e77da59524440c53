import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { t } from '#lib/texts.ts'
import { Empty } from '#ui/lists/empty.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { UtcTime } from '#ui/utc-time.tsx'
import { adminPromptsQuery } from './admin-queries.ts'
import { SearchField } from './search-field.tsx'

/** The page where a moderator picks the prompt to edit: the published prompts that were changed last, or a search. */
export function PromptPicker({ q }: { q?: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const { data: page, error, refetch } = useQuery(adminPromptsQuery(api, { q, status: 'published' }))
  if (error && !page) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!page}>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <p className="text-ink-2">
          {q ? t('Published prompts by title or author.') : t('Last changed first.')} {t('Times are in UTC.')}{' '}
          <Link to="/admin/prompts" className="link">
            {t('Back to all prompts')}
          </Link>
        </p>
        <SearchField
          key={q}
          label={t('Title or author')}
          value={q}
          onSearch={(next) => navigate({ to: '/admin/edit-prompt', search: { q: next } })}
        />
      </div>
      {page?.items.length === 0 && (
        <Empty>{q ? t('No published prompt matches.') : t('No prompt is published yet.')}</Empty>
      )}
      {page && page.items.length > 0 && (
        <ul className="border-ink border-t-2">
          {page.items.map(({ id, slug, title, user, updatedAt }) => (
            <li key={id} className="relative border-hair border-b py-2.5 hover:bg-hover">
              <Link
                to="/admin/edit-prompt"
                search={{ id: slug }}
                className="cover font-semibold [overflow-wrap:anywhere]"
                data-list-item=""
                dir="auto"
              >
                {title}
              </Link>
              <span className="block text-ink-2 text-small">
                <bdi>{user.username}</bdi>, <UtcTime time={updatedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {page?.nextCursor && <p className="mt-4 text-ink-2 text-small">{t('Search to find older ones.')}</p>}
    </div>
  )
}
