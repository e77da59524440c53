import { useState } from 'react'
import type { Input } from '#client/endpoints.ts'
import type { Collection } from '#features/collections/contract.ts'
import { t } from '#lib/texts.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { useAdminRequest } from './use-admin-request.ts'

type Edit = Input<'PATCH /api/admin/collections/{id}'>['body']

/** The buttons that let moderators feature a public collection on the home page, and remove or restore a collection. */
export function ModerateCollectionButtons({ collection }: { collection: Collection }) {
  const { id, title, visibility } = collection
  const request = useAdminRequest()
  const [state, setState] = useState({ featured: collection.featured, isRemoved: collection.removedReason !== null })
  const [isRemoving, setRemoving] = useState(false)

  const send = (body: Edit) =>
    request(async (api) => {
      const changed = await api('PATCH /api/admin/collections/{id}', { params: { id }, body })
      setState({ featured: changed.featured, isRemoved: changed.removedReason !== null })
    }, t('The change was not saved'))
  return (
    <>
      {visibility === 'public' && !state.isRemoved && (
        <button type="button" className="btn" onClick={() => send({ featured: !state.featured })}>
          {state.featured ? t('Don’t feature') : t('Feature on home')}
        </button>
      )}
      <button
        type="button"
        className="btn"
        onClick={() => (state.isRemoved ? void send({ removedReason: null }) : setRemoving(true))}
      >
        {state.isRemoved ? t('Restore') : t('Remove')}
      </button>
      {isRemoving && (
        <RemoveDialog
          heading={t('Remove this collection')}
          isPrompt={false}
          title={title}
          onSend={(removedReason) => send({ removedReason })}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
