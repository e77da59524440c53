import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { AdminTool } from '#features/tools/contract.ts'
import { hostOf, toolTypeNames } from '#features/tools/rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { Empty } from '#ui/lists/empty.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { adminToolsQuery } from './admin-queries.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { SearchField } from './search-field.tsx'
import { ToolDialog } from './tool-dialog.tsx'
import { useAdminRequest } from './use-admin-request.ts'

export type AdminToolSearch = { q?: string; dead?: true; cursor?: string }

/** The page where admins add, change and delete tools. */
export function AdminToolsPage({ search: { q, dead, cursor } }: { search: AdminToolSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const { data: page, error, refetch } = useQuery(adminToolsQuery(api, { q, cursor, dead: dead && 'true' }))
  const request = useAdminRequest()
  const [dialog, setDialog] = useState<
    { kind: 'write'; tool?: AdminTool } | { kind: 'delete'; tool: AdminTool } | null
  >(null)
  if (error && !page) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!page}>
      <div className="admin-filters mb-5 flex flex-wrap items-end gap-3">
        <button type="button" className="btn btn-primary" onClick={() => setDialog({ kind: 'write' })}>
          <Icon name="plus" className="icon-sm" />
          {t('Add a tool')}
        </button>
        <DeadFilter dead={dead} />
        <SearchField
          key={q}
          label={t('Name')}
          value={q}
          onSearch={(next) => navigate({ to: '/admin/tools', search: { q: next } })}
        />
      </div>
      {page?.items.length === 0 && (
        <Empty>{dead ? t('No dead links. Each address is checked once a week.') : t('No tools found.')}</Empty>
      )}
      {page && page.items.length > 0 && (
        <ul className="border-ink border-t-2">
          {page.items.map((tool) => (
            <li key={tool.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-hair border-b py-2.5">
              <p className="min-w-0 flex-1 basis-60">
                <Link
                  to="/tools/$slug"
                  params={{ slug: tool.slug }}
                  className="font-semibold hover:underline"
                  data-list-item=""
                >
                  {tool.name}
                </Link>
                <span className="block text-ink-2 text-small [overflow-wrap:anywhere]">
                  {`${toolTypeNames[tool.type]} · ${tool.isFree ? t('Free') : t('Paid', { context: 'tool' })} · ${hostOf(tool.url)}`}
                </span>
                {tool.link.problem && (
                  <span className="flex items-start gap-1.5 text-bad text-small">
                    <Icon name="circle-exclamation-point" className="icon-sm mt-0.5" />
                    {tool.link.isDead
                      ? t('Dead link: {problem}', { problem: tool.link.problem })
                      : t('The last check failed: {problem}', { problem: tool.link.problem })}
                  </span>
                )}
              </p>
              {tool.featured && <span className="badge">{t('Featured')}</span>}
              <div className="flex gap-2">
                <button type="button" className="btn" onClick={() => setDialog({ kind: 'write', tool })}>
                  {rich('Edit{hidden}', { hidden: <span className="sr-only"> {tool.name}</span> })}
                </button>
                <button
                  type="button"
                  className="btn btn-bare text-bad"
                  onClick={() => setDialog({ kind: 'delete', tool })}
                >
                  {rich('Delete{hidden}', { hidden: <span className="sr-only"> {tool.name}</span> })}
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {page && <ListPaging nextCursor={page.nextCursor} cursor={cursor} />}
      {dialog?.kind === 'write' && <ToolDialog tool={dialog.tool} onClose={() => setDialog(null)} />}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          name={dialog.tool.name}
          onClose={() => setDialog(null)}
          onSend={async () => {
            const { id, name } = dialog.tool
            const send = () => api('DELETE /api/admin/tools/{id}', { params: { id } })
            const refusal = await request(send, t('It was not deleted'))
            if (!refusal) notify({ title: t('Deleted'), text: name })
            return refusal
          }}
        />
      )}
    </div>
  )
}

/** Links to all tools and to those whose address no longer works, with their number. */
function DeadFilter({ dead }: { dead?: true }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useQuery(adminToolsQuery(api, { dead: 'true', limit: 1 }))
  const choices = [
    { value: undefined, label: t('All'), count: undefined },
    { value: true as const, label: t('Dead links'), count: data?.total },
  ]
  return (
    <nav aria-label={t('Show')} className="seg">
      {choices.map(({ value, label, count }) => (
        <Link
          key={label}
          to="/admin/tools"
          search={{ dead: value }}
          aria-current={value === dead ? 'true' : undefined}
          activeOptions={{ exact: true }}
          activeProps={{}}
        >
          {label}
          {count !== undefined && <span className="tabular-nums opacity-75">{formatNumber(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}
