import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AuthorLink } from '#features/catalogue/web/author-link.tsx'
import type { CollectionCard } from '#features/collections/contract.ts'
import { pluralize } from '#lib/numbers.ts'

/**
 * Shows collections as cells of a grid. With `about`, the last line of each shows what `about` returns instead of the
 * owner's name.
 */
export function CollectionGrid<Card extends CollectionCard>({
  collections,
  heading: Heading = 'h3',
  about,
}: {
  collections: Card[]
  heading?: 'h2' | 'h3'
  about?: (collection: Card) => ReactNode
}) {
  return (
    <div className="cards">
      {collections.map((collection) => {
        const { id, slug, title, description, sheet: firstItems, items, user } = collection
        return (
          <article key={id} className="card" data-cat={firstItems[0]?.category ?? undefined}>
            <Heading className="card-title line-clamp-2" dir="auto">
              <Link to="/collection/$slug" params={{ slug }} className="cover" data-list-item="">
                {title}
              </Link>
            </Heading>
            <p className="mb-2 line-clamp-2 text-ink-2 text-small" dir="auto">
              {description}
            </p>
            <FirstItems items={firstItems} />
            <p className="foot mt-3 truncate text-ink-2 text-small">
              {pluralize(items, 'item')}
              {' · '}
              {about ? (
                about(collection)
              ) : (
                <>
                  by <AuthorLink username={user.username} />
                </>
              )}
            </p>
          </article>
        )
      })}
    </div>
  )
}

/** Lists the first items of a collection, each in the color of its category. */
function FirstItems({ items }: { items: CollectionCard['sheet'] }) {
  if (items.length === 0) return <p className="text-ink-2 text-small">No items yet.</p>
  return (
    <ul className="grid grid-cols-2 gap-2" aria-label="First items">
      {items.map(({ id, title, category }) => (
        <li
          key={id}
          data-cat={category ?? 'general'}
          className="flex h-14 items-center overflow-hidden rounded-1 bg-wash px-2 text-micro"
        >
          <span className="line-clamp-2" dir="auto">
            {title}
          </span>
        </li>
      ))}
    </ul>
  )
}
