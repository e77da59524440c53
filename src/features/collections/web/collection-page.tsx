import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AuthorLink, Byline } from '#features/catalogue/web/author-link.tsx'
import { CategoryLink } from '#features/catalogue/web/category-link.tsx'
import type { Collection, CollectionItem } from '#features/collections/contract.ts'
import { type ItemKind, isClosed, pathOfTarget, type Visibility } from '#features/collections/rules.ts'
import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
import { Empty } from '#ui/lists/empty.tsx'
import { Moment } from '#ui/moment.tsx'

const kindNames: Record<ItemKind, Message> = { prompt: msg('Prompt'), tool: msg('Tool'), comparison: msg('Comparison') }
export const visibilityNames: Record<Visibility, Message> = {
  public: msg('Public'),
  unlisted: msg('Unlisted'),
  shared: msg('For groups'),
  private: msg('Private'),
}

/**
 * Shows a collection: its items in order, with notes. `actions`: the buttons below the description. `apps`: how AI apps
 * can read it, unless nobody else may.
 */
export function CollectionPage({
  collection,
  actions,
  apps,
}: {
  collection: Collection
  actions?: ReactNode
  apps?: ReactNode
}) {
  const { slug, title, description, user, visibility, groups, forkOf, removedReason, updatedAt } = collection
  // `target` is null for an item that is no longer public. Only the owner receives such items.
  const items = collection.items.filter(({ target }) => target)
  return (
    <div className="wrap">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 pt-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <article>
          <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-small">
            <Link to="/collections" className="link">
              {t('Collections')}
            </Link>
            {visibility !== 'public' && <span className="badge">{translate(visibilityNames[visibility])}</span>}
            {groups?.map((group) => (
              <Link key={group.slug} to="/group/$slug" params={{ slug: group.slug }} className="link" dir="auto">
                {group.name}
              </Link>
            ))}
            {collection.featured && <span className="badge">{t('Featured')}</span>}
          </p>
          <h1 className={title.length > 50 ? 'text-h3 sm:text-h2' : 'text-h1'} dir="auto">
            {title}
          </h1>
          {description && (
            <p className="mt-3 max-w-[38em] text-ink-2 text-lead leading-[1.45]" dir="auto">
              {description}
            </p>
          )}
          {removedReason !== null && (
            <p className="mt-4 border-bad border-l-4 pl-3">
              <b>{t('A moderator removed this collection:')} </b>
              <bdi>{removedReason}</bdi>
            </p>
          )}
          {actions && <div className="mt-4 flex min-h-10 flex-wrap gap-2">{actions}</div>}
          {items.length > 0 ? (
            <ol className="mt-6 border-ink border-t-2">
              {items.map((item) => (
                <ItemRow key={item.id} item={item} />
              ))}
            </ol>
          ) : (
            <div className="mt-6">
              <Empty
                action={
                  collection.isOwner && (
                    <Link to="/collection/$slug/edit" params={{ slug }} className="btn">
                      {t('Add items')}
                    </Link>
                  )
                }
              >
                {t('No items yet.')}
              </Empty>
            </div>
          )}
        </article>
        <aside className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:pt-2" aria-label={t('About this collection')}>
          <dl className="facts">
            <div>
              <dt>{t('Items')}</dt>
              <dd>{plural(items.length, '{count} item', '{count} items')}</dd>
            </div>
            <div>
              <dt>{t('Collected by')}</dt>
              <dd>
                <AuthorLink username={user.username} />
              </dd>
            </div>
            <div>
              <dt>{t('Changed')}</dt>
              <dd>
                <Moment time={updatedAt} />
              </dd>
            </div>
            {forkOf && (
              <div>
                <dt>{t('Fork of')}</dt>
                <dd>
                  <Link to="/collection/$slug" params={{ slug: forkOf.slug }} className="link" dir="auto">
                    {forkOf.title}
                  </Link>
                </dd>
              </div>
            )}
          </dl>
          {!isClosed(visibility) && removedReason === null && (
            <>
              <OtherFormats slug={slug} />
              {apps}
            </>
          )}
        </aside>
      </div>
    </div>
  )
}

function OtherFormats({ slug }: { slug: string }) {
  const path = `/collection/${slug}`
  return (
    <p className="flex flex-wrap gap-x-4 text-ink-2 text-small">
      <a className="link" href={`${path}.md`}>
        Markdown
      </a>
      <a className="link" href={`${path}.json`}>
        JSON
      </a>
      <a className="link" href={`${path}/feed.xml`}>
        {t('Feed')}
      </a>
    </p>
  )
}

function ItemRow({ item: { kind, note, target } }: { item: CollectionItem }) {
  if (!target) return null
  const { slug, title, text, language, category, user, credit } = target
  return (
    <li className="relative grid gap-1 border-hair border-b py-4 hover:bg-hover" data-cat={category?.slug}>
      <p className="flex flex-wrap items-center gap-x-3 text-ink-2 text-small">
        <span>{translate(kindNames[kind])}</span>
        {category && <CategoryLink category={category} />}
        {user && (
          <span dir="auto">
            <Byline prompt={{ user, credit }} />
          </span>
        )}
      </p>
      <h2 className="text-card leading-tight" dir="auto" lang={language}>
        <Link to={pathOfTarget(kind, slug)} className="cover" data-list-item="">
          {title}
        </Link>
      </h2>
      <p className="line-clamp-2 text-ink-2 text-small" dir="auto" lang={language}>
        {text}
      </p>
      {note && (
        <p className="mt-1 border-accent-line border-l-4 pl-3" dir="auto">
          {note}
        </p>
      )}
    </li>
  )
}
