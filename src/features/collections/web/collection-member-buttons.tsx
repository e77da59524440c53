import { Link, useNavigate } from '@tanstack/react-router'
import type { User } from '#features/accounts/contract.ts'
import type { Collection } from '#features/collections/contract.ts'
import { audiences } from '#features/collections/rules.ts'
import { trust } from '#features/comments/trust-rules.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'
import { CopyLinkButton } from './copy-link-button.tsx'
import { isOwnCollection } from './own-collection.ts'
import { useChangeCollections } from './use-change-collections.ts'

type Props = { user: User; collection: Collection }

/**
 * The buttons of a collection for members: Fork, or for its owner Edit, Copy link (if others can see the collection)
 * and a line about who can see it (unless it was removed).
 */
export function CollectionMemberButtons({ user, collection }: Props) {
  const { id, slug, visibility, listed, removedReason } = collection
  const change = useChangeCollections()
  const navigate = useNavigate()
  if (isOwnCollection(user, collection))
    return (
      <>
        <Link to="/collection/$slug/edit" params={{ slug }} className="btn">
          <Icon name="pencil-line" className="icon-sm" />
          {t('Edit')}
        </Link>
        {visibility !== 'private' && removedReason === null && <CopyLinkButton slug={slug} />}
        {removedReason === null && (
          <p className="w-full text-ink-2 text-small">
            {audiences[visibility]}.
            {visibility === 'public' &&
              !listed &&
              ` ${t('Lists and search show it once your account is {days} days old.', { days: trust.trustedDays })}`}
          </p>
        )}
      </>
    )
  const fork = async () => {
    const forked = await change(
      (api) => api('POST /api/collections/{id}/fork', { params: { id } }),
      t('The collection was not forked'),
    )
    if (!forked) return
    notify({ title: t('This is your copy'), text: t('Only you can see it.') })
    await navigate({ to: '/collection/$slug/edit', params: { slug: forked.result.slug } })
  }
  return (
    <button type="button" className="btn" onClick={fork}>
      <Icon name="git-fork" className="icon-sm" />
      {t('Fork')}
    </button>
  )
}
