import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t } from '#lib/texts.ts'
import { IntervalBar, percent } from '#ui/lists/interval-bar.tsx'
import { AuthorLink, Credit, publishedDate } from './author-link.tsx'
import { drawnInterval } from './vote-summary.tsx'

/**
 * Shows prompts as a table. Phones show only the title, votes and copies. The columns for votes, agreement and copies
 * are left out if no prompt has any. `badge` returns what follows the title.
 */
export function PromptTable<Card extends PromptCard>({
  prompts,
  badge,
}: {
  prompts: Card[]
  badge?: (prompt: Card) => ReactNode
}) {
  const columns: OptionalColumns = {
    votes: prompts.some(({ votes }) => votes.up + votes.down > 0),
    agreement: prompts.some(({ votes }) => drawnInterval(votes)),
    copies: prompts.some(({ copies }) => copies > 0),
  }
  return (
    <div className="overflow-x-auto">
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">{t('Prompt')}</th>
            <th scope="col" className="max-lg:hidden">
              {t('Category')}
            </th>
            {columns.votes && (
              <th scope="col" className="r">
                {t('Votes')}
              </th>
            )}
            {columns.agreement && (
              <th scope="col" className="max-md:hidden">
                {t('Agreement')}
              </th>
            )}
            {columns.copies && (
              <th scope="col" className="r">
                {t('Copies')}
              </th>
            )}
            <th scope="col" className="max-md:hidden">
              {t('Author')}
            </th>
            <th scope="col" className="r max-lg:hidden">
              {t('Published')}
            </th>
          </tr>
        </thead>
        <tbody>
          {prompts.map((prompt) => (
            <TableRow key={prompt.id} prompt={prompt} columns={columns} badge={badge?.(prompt)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type OptionalColumns = { votes: boolean; agreement: boolean; copies: boolean }

function TableRow({ prompt, columns, badge }: { prompt: PromptCard; columns: OptionalColumns; badge: ReactNode }) {
  const { votes } = prompt
  const interval = drawnInterval(votes)
  return (
    <tr data-cat={prompt.category.slug}>
      <td className="min-w-0">
        <span className="flex items-baseline gap-3">
          <span className="tile" />
          <Link
            to="/prompt/$slug"
            params={{ slug: prompt.slug }}
            data-list-item=""
            dir="auto"
            lang={prompt.language}
            className="line-clamp-2 font-semibold text-body hover:underline [overflow-wrap:anywhere]"
          >
            {prompt.title}
          </Link>
          {badge}
        </span>
      </td>
      <td className="whitespace-nowrap text-small text-tone max-lg:hidden">{prompt.category.name}</td>
      {columns.votes && (
        <td className="r">{votes.up + votes.down > 0 ? formatNumber(votes.up - votes.down) : <NoneYet />}</td>
      )}
      {columns.agreement && (
        <td className="max-md:hidden">
          {interval && (
            <span className="flex items-center gap-2 text-ink-2 text-small">
              <IntervalBar interval={interval} />
              {t('{percent} up', { percent: percent(interval.share) })}
            </span>
          )}
        </td>
      )}
      {columns.copies && <td className="r">{formatNumber(prompt.copies)}</td>}
      <td className="max-w-40 truncate text-ink-2 text-small max-md:hidden">
        {prompt.credit === null ? <AuthorLink username={prompt.user.username} /> : <Credit credit={prompt.credit} />}
      </td>
      <td className="r whitespace-nowrap text-ink-2 text-small max-lg:hidden">{publishedDate(prompt)}</td>
    </tr>
  )
}

function NoneYet() {
  return (
    <>
      <span aria-hidden="true" className="text-ink-3">
        –
      </span>
      <span className="sr-only">{t('No votes yet')}</span>
    </>
  )
}
