import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { NumberedPaging } from '#features/catalogue/web/list-controls.tsx'
import { apiPageOf } from '#features/catalogue/web/list-search.ts'
import type { AuditEntry } from '#features/moderation/contract.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { usDate, utcTime } from '#lib/us-date.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/form-controls.tsx'
import { Empty } from '#ui/lists/empty.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { auditQuery } from './admin-queries.ts'
import { auditActions, auditGroups, detailsInWords, nameOfAction } from './audit-actions.ts'

export type AuditSearch = { actor?: string; action?: string; target?: string; cursor?: string }

const columns = [msg('Time', { context: 'of day' }), msg('Who'), msg('What'), msg('About'), msg('Network')]

/** Groups entries by their day (UTC), and keeps their order. */
function groupByDay(entries: AuditEntry[]): [day: string, entries: AuditEntry[]][] {
  return [...Map.groupBy(entries, ({ at }) => usDate(at))]
}

/** The page with the audit log by day, newest first. Names of people, actions and targets are links that filter it. */
export function AuditPage({ search }: { search: AuditSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const {
    data: page,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery(auditQuery(api, { ...search, ...apiPageOf(search) }))
  if (error && !page) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!page}>
      <Filters search={search} />
      <p className="mb-2 text-ink-2 text-small">{t('Times are in UTC.')}</p>
      {page?.items.length === 0 && <Empty>{t('Nothing found.')}</Empty>}
      {page && page.items.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        <section aria-label={t('Audit log entries')} tabIndex={0} className="overflow-x-auto">
          <table className="audit-log">
            <thead>
              <tr>
                {columns
                  .map((name) => translate(name))
                  .map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
              </tr>
            </thead>
            {groupByDay(page.items).map(([day, entries]) => (
              <tbody key={day}>
                <tr>
                  <th scope="rowgroup" colSpan={columns.length}>
                    {day}
                  </th>
                </tr>
                {entries.map((entry) => (
                  <AuditRow key={entry.id} entry={entry} />
                ))}
              </tbody>
            ))}
          </table>
        </section>
      )}
      {/* Hidden while another page loads, because these links would still be those of the previous page. */}
      {page && !isPlaceholderData && <NumberedPaging page={page} cursor={search.cursor} />}
    </div>
  )
}

function AuditRow({ entry: { at, actor, action, target, details, network } }: { entry: AuditEntry }) {
  // If somebody changed their own account, such as their password, their name is shown only once.
  const isOwnAction = actor.kind === 'user' && target?.kind === 'user' && actor.id === target.id
  return (
    <tr>
      <td>{utcTime(at)}</td>
      <td className="font-semibold">
        {actor.kind === 'user' && actor.name ? (
          <Link to="/admin/audit" search={{ actor: actor.name }} className="py-1 hover:underline">
            {actor.name}
          </Link>
        ) : (
          (actor.name ?? (actor.kind === 'user' ? t('a deleted account') : t('a visitor')))
        )}
      </td>
      <td>
        <Link to="/admin/audit" search={{ action }} className="link">
          {nameOfAction(action)}
        </Link>
        <span className="text-ink-2"> {detailsInWords(details)}</span>
      </td>
      <td data-label={t('About')} dir="auto">
        {target && !isOwnAction && (
          <Link to="/admin/audit" search={{ target: `${target.kind}:${target.id}` }} className="link">
            {target.name ?? `${target.kind}: ${t('deleted')}`}
          </Link>
        )}
      </td>
      <td data-label={t('Network')} className="text-ink-2">
        {network}
      </td>
    </tr>
  )
}

/** The filters by person and action. The `/` key focuses the field with `data-key`. */
function Filters({ search }: { search: AuditSearch }) {
  const navigate = useNavigate()
  const isFiltered = search.actor !== undefined || search.action !== undefined || search.target !== undefined
  return (
    <search>
      <form
        key={JSON.stringify(search)}
        className="audit-filters mb-5 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const data = new FormData(event.currentTarget)
          const readText = (name: string) => String(data.get(name) ?? '').trim() || undefined
          void navigate({ to: '/admin/audit', search: { actor: readText('actor'), action: readText('action') } })
        }}
      >
        <Field label={t('Who')} name="actor" placeholder={t('Anybody')} defaultValue={search.actor} />
        <Select label={t('What')} name="action" defaultValue={search.action}>
          <option value="">{t('Anything')}</option>
          {Object.entries(auditActions).map(([group, actions]) => (
            <optgroup key={group} label={translate(auditGroups[group as keyof typeof auditGroups])}>
              {Object.entries(actions).map(([action, name]) => (
                <option key={action} value={action}>
                  {translate(name)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        <button type="submit" className="btn min-h-11">
          {t('Filter')}
        </button>
        {isFiltered && (
          <Link to="/admin/audit" search={{}} className="link py-3 text-small">
            {t('Show all')}
          </Link>
        )}
      </form>
    </search>
  )
}
