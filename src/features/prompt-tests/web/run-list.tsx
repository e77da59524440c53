import { Link } from '@tanstack/react-router'
import type { TestRunSummary } from '#features/prompt-tests/contract.ts'
import { passCount } from '#features/prompt-tests/rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'

/**
 * Lists runs with links to their answers and to older runs. `cursor`: where `page` begins. It is undefined for the
 * newest runs.
 */
export function RunList({ slug, page, cursor }: { slug: string; page: Page<TestRunSummary>; cursor?: string }) {
  const to = { to: '/prompt/$slug/tests', params: { slug } } as const
  return (
    <>
      <ul>
        {page.items.map((run) => (
          <li key={run.id} className="test-case flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <Link {...to} search={{ run: run.id }} className="link font-semibold">
              <time dateTime={run.createdAt}>{usDate(run.createdAt)}</time>
              <span className="sr-only">{t(': the answers of this run')}</span>
            </Link>
            <span className="tabular-nums">
              {run.endedAt === null && run.answered === 0 ? t('Running') : passCount(run.passed, run.answered)}
            </span>
            <span className="min-w-0 flex-1 basis-60 text-ink-2 text-small [overflow-wrap:anywhere]">
              {run.models.join(', ')}
            </span>
            <span className="text-ink-2 text-small">{describeRun(run)}</span>
          </li>
        ))}
      </ul>
      {(cursor || page.nextCursor) && (
        <nav className="mt-4 flex justify-between gap-4" aria-label={t('Pages of runs')}>
          {cursor && (
            <Link {...to} search={{}} className="btn">
              {t('Newest')}
            </Link>
          )}
          {page.nextCursor && (
            <Link {...to} search={{ cursor: page.nextCursor }} className="btn ml-auto">
              {t('Older')}
            </Link>
          )}
        </nav>
      )}
    </>
  )
}

/**
 * Describes a run, such as “Version 3, by ada”. Leaves out the version if the run tested the current text and test
 * cases.
 */
export function describeRun({ isCurrent, promptVersion, bySite, runner }: TestRunSummary): string {
  const text = promptVersion === null ? t('Unpublished text') : t('Version {promptVersion}', { promptVersion })
  const who = bySite ? t('by this site') : runner ? t('by {runner}', { runner }) : t('by a former member')
  return isCurrent ? who : `${text}, ${who}`
}
