import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { Health, HealthCheck, SlowStatement } from '#features/health/contract.ts'
import { capitalize } from '#lib/capitalize.ts'
import { msg, plural, t, translate } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Empty } from '#ui/lists/empty.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { rich } from '#ui/rich.ts'
import { UtcTime } from '#ui/utc-time.tsx'

const levelNames = { ok: msg('OK'), warn: msg('Check'), fail: msg('Act now') } as const
const toneOf = { ok: 'text-ink-2', warn: 'text-warn', fail: 'text-bad' } as const
/** Problems with a lower number are listed first. */
const urgency = { fail: 0, warn: 1, ok: 2 } as const

/** Shows the operator the site's problems, then the checks that passed, then slow SQL statements. */
export function HealthPage() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: health, error, refetch, isFetching } = useQuery(healthQuery(api))
  if (error && !health) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!health) return <span className="skel min-h-64" aria-busy="true" />
  const problems = health.checks
    .filter(({ level }) => level !== 'ok')
    .sort((a, b) => urgency[a.level] - urgency[b.level])
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="min-w-0 flex-1">
          {summaryOf(problems)}{' '}
          <span className="text-ink-2">{rich('As of {time} UTC.', { time: <UtcTime time={health.checkedAt} /> })}</span>
        </p>
        <button
          type="button"
          className="btn"
          aria-disabled={isFetching}
          onClick={() => {
            if (!isFetching) void refetch()
          }}
        >
          {isFetching ? t('Checking') : t('Check again')}
        </button>
      </div>
      {problems.length > 0 && (
        <Section title={t('Needs attention')}>
          <CheckList checks={problems} />
        </Section>
      )}
      <Section title={t('Fine')}>
        <CheckList checks={health.checks.filter(({ level }) => level === 'ok')} />
        <p className="mt-3 max-w-[42em] text-ink-2 text-small">
          {rich(
            '<code>npm run cli -- doctor</code> also recounts counters, credits and payments, and checks who can read backups.',
            { code: (text) => <code className="me-[0.25em]">{text}</code> },
          )}
        </p>
      </Section>
      <Section title={t('SQL statements that take the most time')}>
        <SlowStatements statements={health.statements} />
      </Section>
    </>
  )
}

function summaryOf(problems: HealthCheck[]): string {
  if (problems.length === 0) return t('Nothing needs attention.')
  return plural(problems.length, '{count} check needs attention.', '{count} checks need attention.')
}

function CheckList({ checks }: { checks: HealthCheck[] }) {
  return (
    <ul>
      {checks.map(({ subject, level, message }) => (
        <li
          key={subject}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-hair border-b py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)_auto]"
        >
          <b lang="en" dir="auto">
            {capitalize(subject)}
          </b>
          <span
            className="text-small max-sm:order-last max-sm:col-span-2 [overflow-wrap:anywhere]"
            lang="en"
            dir="auto"
          >
            {sentence(message)}
          </span>
          <span className={`whitespace-nowrap font-semibold text-small ${toneOf[level]}`}>
            <Icon
              name={level === 'ok' ? 'check' : 'circle-exclamation-point'}
              className="icon-sm me-1 inline align-text-bottom"
            />
            {translate(levelNames[level])}
          </span>
        </li>
      ))}
    </ul>
  )
}

/**
 * Turns a message into a sentence: capitalizes its first word, unless that is a name such as btree_gin, and adds a
 * missing period.
 */
function sentence(message: string): string {
  const text = /^[a-z]+[\s,]/.test(message) ? capitalize(message) : message
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** Returns the query for the site's health. It never reuses a response, so the operator sees the current state. */
function healthQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/health', { rules: { reuseMs: 0 } }), staleTime: 0 })
}

/** Shows the SQL statements that take the most time, or how to make PostgreSQL record them. */
function SlowStatements({ statements: { items, advice } }: Pick<Health, 'statements'>) {
  if (advice)
    return (
      <p className="max-w-[42em] text-small [overflow-wrap:anywhere]" lang="en" dir="auto">
        {advice}
      </p>
    )
  if (items.length === 0) return <Empty>{t('None yet.')}</Empty>
  return (
    <ol>
      {items.map((statement, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: truncated statements can be equal, and the list has no state.
        <li key={index} className="border-hair border-b py-2.5">
          <code className="block text-small [overflow-wrap:anywhere]">{statement.text}</code>
          <span className="block text-ink-2 text-small tabular-nums">{timesOf(statement)}</span>
        </li>
      ))}
    </ol>
  )
}

function timesOf({ calls, mean, total }: SlowStatement): string {
  const seconds = total / 1000
  return plural(
    calls,
    '{count} call, {toFixed} ms each, {round} s in all',
    '{count} calls, {toFixed} ms each, {round} s in all',
    { toFixed: mean.toFixed(1), round: Math.round(seconds) },
  )
}
