import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { Prompt, PromptCard } from '#features/catalogue/contract.ts'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import { PromptGrid } from '#features/catalogue/web/prompt-grid.tsx'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Empty, EmptyPage } from '#ui/lists/empty.tsx'
import { rich, richPlural } from '#ui/rich.ts'
import { forkError } from './may-edit.ts'

/** The page that lists the forks of a prompt. `renderActions` renders the buttons of a fork's card. */
export function ForksPage({
  prompt,
  page,
  cursor,
  renderActions,
}: {
  prompt: Pick<Prompt, 'slug' | 'title' | 'user' | 'licence'>
  page: Page<PromptCard>
  cursor?: string
  renderActions: (prompt: PromptCard) => ReactNode
}) {
  const { slug, title } = prompt
  const { user } = useSession()
  const refusal = forkError(user, prompt)
  const original = (
    <Link to="/prompt/$slug" params={{ slug }} className="link" dir="auto">
      {title}
    </Link>
  )
  return (
    <div className="wrap">
      <PageHead title={t('Forks')}>
        {page.totalIsFloor
          ? rich('{total} prompts or more made from {title}.', { total: page.total, title: original })
          : richPlural(page.total, '{count} prompt made from {title}.', '{count} prompts made from {title}.', {
              title: original,
            })}
      </PageHead>
      {page.items.length > 0 ? (
        <PromptGrid prompts={page.items} heading="h2" renderActions={renderActions} />
      ) : cursor ? (
        <EmptyPage />
      ) : (
        <Empty
          action={
            refusal === null && (
              <Link to="/create-prompt" search={{ fork: slug }} className="btn">
                {t('Fork it')}
              </Link>
            )
          }
        >
          {t('Nobody has published a fork yet.')} {refusal}
        </Empty>
      )}
      <ListPaging nextCursor={page.nextCursor} cursor={cursor} />
    </div>
  )
}
