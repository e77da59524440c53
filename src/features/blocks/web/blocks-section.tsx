import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { keepFocus } from '#ui/keep-focus.ts'
import { Section } from '#ui/layout/section.tsx'
import { ListRow } from '#ui/lists/list-row.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { blocksQuery } from './block-queries.ts'
import { useChangeBlock } from './use-change-block.ts'

/** Lists the people whom the member blocked or muted, each with a button to undo that. */
export function BlocksSection() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: blocks, error, refetch } = useQuery(blocksQuery(api))
  const change = useChangeBlock()
  return (
    <Section
      title={t('Blocked and muted people')}
      aside={t('We don’t tell them. Prompt lists still show their prompts.')}
    >
      <div className="max-w-160" aria-busy={!blocks && !error}>
        {error && !blocks && (
          <LoadFailure
            title={t('Blocked and muted people could not be loaded')}
            error={error}
            onRetry={() => refetch()}
          />
        )}
        {blocks?.length === 0 && <p>{t('Nobody yet. You can block or mute people on their pages.')}</p>}
        {blocks && blocks.length > 0 && (
          <ul className="border-hair border-t">
            {blocks.map(({ username, kind, createdAt }) => (
              <ListRow
                key={username}
                action={
                  <button type="button" className="btn" ref={keepFocus} onClick={() => change(username, null)}>
                    {kind === 'block' ? t('Unblock') : t('Unmute')}
                    <span className="sr-only"> {username}</span>
                  </button>
                }
              >
                <Link
                  to="/user/$username"
                  params={{ username }}
                  className="link font-semibold [overflow-wrap:anywhere]"
                >
                  {username}
                </Link>
                <p className="text-ink-2 text-small">
                  {kind === 'block'
                    ? t('Blocked since {date}', { date: usDate(createdAt) })
                    : t('Muted since {date}', { date: usDate(createdAt) })}
                </p>
              </ListRow>
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}
