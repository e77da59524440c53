import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '#client/api.ts'
import { standardCategories } from '#features/catalogue/category-rules.ts'
import type { Category } from '#features/catalogue/contract.ts'
import { CategoryIcon } from '#features/catalogue/web/category-icon.tsx'
import { plural, t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { adminCategoriesQuery } from './admin-queries.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { useAdminRequest } from './use-admin-request.ts'

type DialogState = { kind: 'write'; category?: Category } | { kind: 'delete'; category: Category }

/** The page where admins add, rename, describe, move and delete categories. */
export function AdminCategoriesPage() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: categories, error, refetch } = useQuery(adminCategoriesQuery(api))
  const request = useAdminRequest()
  const [dialog, setDialog] = useState<DialogState | null>(null)
  /** Moves a category to a position in the list, counted from 1. */
  const move = ({ id, name }: Category, position: number) => {
    const send = (api: Api) => api('PATCH /api/admin/categories/{id}', { params: { id }, body: { position } })
    void request(send, t('{name} was not moved', { name }))
  }
  if (error && !categories) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!categories}>
      <button type="button" className="btn btn-primary mb-5" onClick={() => setDialog({ kind: 'write' })}>
        <Icon name="plus" className="icon-sm" />
        {t('Add a category')}
      </button>
      <ol className="border-ink border-t-2">
        {(categories ?? []).map((category, index, { length }) => (
          <CategoryRow
            key={category.id}
            category={category}
            onUp={index > 0 ? () => move(category, index) : undefined}
            onDown={index < length - 1 ? () => move(category, index + 2) : undefined}
            onOpenDialog={(kind) => setDialog({ kind, category })}
          />
        ))}
      </ol>
      {dialog?.kind === 'write' && <CategoryDialog category={dialog.category} onClose={() => setDialog(null)} />}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          name={dialog.category.name}
          onClose={() => setDialog(null)}
          onSend={async () => {
            const { id, name } = dialog.category
            const send = () => api('DELETE /api/admin/categories/{id}', { params: { id } })
            const refusal = await request(send, t('It was not deleted'))
            if (!refusal) notify({ title: t('Deleted'), text: name })
            return refusal
          }}
        />
      )}
    </div>
  )
}

function CategoryRow({
  category: { slug, name, description, promptCount },
  onUp,
  onDown,
  onOpenDialog,
}: {
  category: Category
  onUp?: () => void
  onDown?: () => void
  onOpenDialog: (kind: DialogState['kind']) => void
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-hair border-b py-2.5" data-cat={slug}>
      <CategoryIcon slug={slug} className="icon text-tone" />
      <p className="min-w-0 flex-1 basis-60">
        <b dir="auto">{name}</b>
        <span className="block text-ink-2 text-small">
          {plural(promptCount, '{count} prompt', '{count} prompts')} · <bdi>{description}</bdi>
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <MoveButton label={t('Move {name} up', { name })} icon="arrow-up" onMove={onUp} />
        <MoveButton label={t('Move {name} down', { name })} icon="arrow-down" onMove={onDown} />
        <button type="button" className="btn" data-list-item="" onClick={() => onOpenDialog('write')}>
          {rich('Edit{hidden}', { hidden: <bdi className="sr-only"> {name}</bdi> })}
        </button>
        {!standardCategories.has(slug) && (
          <button type="button" className="btn btn-bare text-bad" onClick={() => onOpenDialog('delete')}>
            {rich('Delete{hidden}', { hidden: <bdi className="sr-only"> {name}</bdi> })}
          </button>
        )}
      </div>
    </li>
  )
}

function MoveButton({ label, icon, onMove }: { label: string; icon: 'arrow-up' | 'arrow-down'; onMove?: () => void }) {
  return (
    <button type="button" className="btn-square" aria-label={label} aria-disabled={!onMove} onClick={onMove}>
      <Icon name={icon} className={onMove ? 'icon' : 'icon opacity-40'} />
    </button>
  )
}
