import { Link } from '@tanstack/react-router'
import type { DueReview } from '#features/approvals/contract.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { rich } from '#ui/rich.ts'
import { ReviewAnswers } from './review-answers.tsx'

/** Lists prompts that are due for review, each with the three answers for those who may give them. */
export function ReviewList({ items }: { items: DueReview[] }) {
  return (
    <ul className="border-hair border-t">
      {items.map(({ prompt, group, owner, dueAt, overdueSince, mayAnswer }) => (
        <li
          key={prompt.id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-hair border-b py-3"
        >
          <div className="min-w-0 [overflow-wrap:anywhere] sm:flex-1">
            <Link
              to="/prompt/$slug"
              params={{ slug: prompt.slug }}
              className="font-semibold hover:underline"
              dir="auto"
            >
              {prompt.title}
            </Link>
            <p className="text-ink-2 text-small">
              <bdi>{group.name}</bdi>.{' '}
              {owner ? rich('{owner} answers for it.', { owner: <bdi>{owner}</bdi> }) : t('The group answers for it.')}{' '}
              {overdueSince
                ? t('Review overdue since {date}.', { date: usDate(overdueSince) })
                : t('Due since {date}.', { date: usDate(dueAt) })}
            </p>
          </div>
          {mayAnswer && <ReviewAnswers prompt={prompt} />}
        </li>
      ))}
    </ul>
  )
}
