import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { isNotFoundError } from '#client/not-found.ts'
import { audiences } from '#features/collections/rules.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Section } from '#ui/layout/section.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { FailureNote } from '#ui/note.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { CollectionForm } from './collection-form.tsx'
import { ownCollectionQuery } from './collection-queries.ts'
import { CopyLinkButton } from './copy-link-button.tsx'
import { ItemListEditor } from './item-list-editor.tsx'
import { useChangeCollections } from './use-change-collections.ts'

/** Lets a member edit a collection: its items, its title, description and visibility. They can also delete it. */
export function CollectionEditor({ slug }: { slug: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: collection, error, refetch } = useQuery(ownCollectionQuery(api, slug))
  const change = useChangeCollections()
  const navigate = useNavigate()
  if (isNotFoundError(error)) return <NotYours />
  if (error && !collection)
    return (
      <div className="wrap pt-6">
        <LoadFailure title={t('The collection could not be loaded')} error={error} onRetry={() => refetch()} />
      </div>
    )
  if (!collection) return <div className="wrap min-h-160" aria-busy="true" />
  if (!collection.isOwner) return <NotYours />
  const { id, title, description, visibility, groups, featured, removedReason } = collection
  return (
    <div className="wrap">
      <PageHead title={title} small={title.length > 50}>
        <Link to="/collection/$slug" params={{ slug: collection.slug }} className="link">
          {t('Open the collection')}
        </Link>
        <span className="block text-small">{audiences[visibility]}</span>
      </PageHead>
      {visibility !== 'private' && removedReason === null && <CopyLinkButton slug={collection.slug} />}
      {removedReason !== null && (
        <FailureNote title={t('A moderator removed this collection')}>
          <p dir="auto">{removedReason}</p>
          <p>
            {visibility === 'private'
              ? t('Only you can see the collection.')
              : t('Only you and moderators can see the collection.')}
          </p>
        </FailureNote>
      )}
      <div className="-mt-4">
        <Section
          title={t('Items')}
          aside={collection.items.length > 1 && t('To reorder, use the arrows, drag a row or type a number.')}
        >
          <ItemListEditor collection={collection} slug={slug} />
        </Section>
      </div>
      <Section title={t('Details')}>
        <CollectionForm
          key={id}
          initial={{ title, description, visibility, featured }}
          groups={groups}
          label={t('Save')}
          pendingLabel={t('Saving...')}
          send={async (body) => {
            const { slug: newSlug } = await api('PATCH /api/collections/{id}', { params: { id }, body })
            notify({ title: t('Saved') })
            // This only fetches the collections again. If the request above fails, the form reports it.
            await change(() => Promise.resolve(), '')
            await navigate({ to: '/collection/$slug/edit', params: { slug: newSlug }, replace: true })
          }}
        />
      </Section>
      <Section title={t('Delete')}>
        <DeleteButton id={id} />
      </Section>
    </div>
  )
}

function NotYours() {
  return (
    <div className="wrap pt-6">
      <FailureNote title={t('This isn’t one of your collections')}>
        {rich('It was deleted, or it belongs to another member. <link>My Collections</link>', {
          link: (text) => (
            <Link to="/my-collections" className="link">
              {text}
            </Link>
          ),
        })}
      </FailureNote>
    </div>
  )
}

function DeleteButton({ id }: { id: string }) {
  const change = useChangeCollections()
  const navigate = useNavigate()
  const [isSure, setSure] = useState(false)
  const remove = async () => {
    await navigate({ to: '/my-collections' })
    const done = await change(
      (api) => api('DELETE /api/collections/{id}', { params: { id } }),
      t('The collection was not deleted'),
    )
    if (done) notify({ title: t('Deleted') })
  }
  return (
    <div className="flex flex-wrap gap-2">
      <button type="button" className="btn btn-bad" onClick={isSure ? remove : () => setSure(true)}>
        <Icon name="x" className="icon-sm" />
        {isSure ? t('Delete permanently') : t('Delete collection')}
      </button>
      {isSure && (
        <button type="button" className="btn" onClick={() => setSure(false)}>
          {t('Keep it')}
        </button>
      )}
    </div>
  )
}
