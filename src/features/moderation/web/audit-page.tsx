import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { AuditEntry } from '#features/moderation/contract.ts'
import { usDate } from '#lib/us-date.ts'
import { Empty } from '#ui/empty.tsx'
import { Field } from '#ui/field.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { auditQuery } from './admin-queries.ts'

export type AuditSearch = { actor?: string; action?: string; target?: string; cursor?: string }

const timeFormat = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** The audit log, newest first. Each actor and target links to all of its entries. */
export function AuditPage({ search }: { search: AuditSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: page, error, refetch } = useQuery(auditQuery(api, search))
  if (error && !page) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!page}>
      <Filters search={search} />
      {page?.items.length === 0 && <Empty>Nothing found.</Empty>}
      {page && page.items.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        <section aria-label="Audit log entries" tabIndex={0} className="overflow-x-auto">
          <table className="w-full border-ink border-t-2 text-left text-small md:min-w-200">
            <thead className="max-md:sr-only">
              <tr className="text-ink-2">
                {['When (UTC)', 'Who', 'What', 'Target', 'From'].map((name) => (
                  <th key={name} className="py-2 pr-4 font-medium" scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {page.items.map((entry) => (
                <AuditRow key={entry.id} entry={entry} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {page && <ListPaging nextCursor={page.nextCursor} cursor={search.cursor} />}
    </div>
  )
}

function AuditRow({ entry: { at, actor, action, target, details, network } }: { entry: AuditEntry }) {
  const detailTexts = Object.entries(details).map(([name, value]) => `${name} ${value}`)
  return (
    <tr className="border-hair border-t align-baseline max-md:flex max-md:flex-wrap max-md:gap-x-3 max-md:py-2">
      <td className="whitespace-nowrap tabular-nums md:py-2 md:pr-4">{`${usDate(at)}, ${timeFormat.format(new Date(at))}`}</td>
      <td className="md:py-2 md:pr-4">
        {actor.kind === 'user' && actor.name ? (
          <Link to="/admin/audit" search={{ actor: actor.name }} className="link">
            {actor.name}
          </Link>
        ) : (
          (actor.name ?? (actor.kind === 'user' ? 'a deleted account' : 'a visitor'))
        )}
      </td>
      <td className="max-md:order-first max-md:w-full md:py-2 md:pr-4">
        <Link to="/admin/audit" search={{ action }} className="link">
          {action}
        </Link>
        {detailTexts.length > 0 && (
          <span className="block text-ink-2 [overflow-wrap:anywhere]">{detailTexts.join(', ')}</span>
        )}
      </td>
      <td className="max-w-80 md:py-2 md:pr-4 [overflow-wrap:anywhere]" dir="auto">
        {target && (
          <Link to="/admin/audit" search={{ target: `${target.kind}:${target.id}` }} className="link">
            {target.name ?? `a deleted ${target.kind}`}
          </Link>
        )}
      </td>
      <td className="text-ink-2 tabular-nums md:py-2">{network}</td>
    </tr>
  )
}

function Filters({ search }: { search: AuditSearch }) {
  const navigate = useNavigate()
  const isFiltered = search.actor !== undefined || search.action !== undefined || search.target !== undefined
  return (
    <search>
      <form
        key={JSON.stringify(search)}
        className="mb-5 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const data = new FormData(event.currentTarget)
          const textOf = (name: string) => String(data.get(name) ?? '').trim() || undefined
          void navigate({ to: '/admin/audit', search: { actor: textOf('actor'), action: textOf('action') } })
        }}
      >
        <Field label="Who" name="actor" defaultValue={search.actor} data-key="search" />
        <Field label="What" name="action" placeholder="account.ban" defaultValue={search.action} />
        <button type="submit" className="btn min-h-11">
          Filter
        </button>
        {isFiltered && (
          <Link to="/admin/audit" search={{}} className="link py-3 text-small">
            Show all
          </Link>
        )}
      </form>
    </search>
  )
}
