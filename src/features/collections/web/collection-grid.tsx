import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AuthorLink } from '#features/catalogue/web/author-link.tsx'
import { PromptText } from '#features/catalogue/web/prompt-text.tsx'
import type { CollectionCard } from '#features/collections/contract.ts'
import { plural, t } from '#lib/texts.ts'

/**
 * Shows collections as cells of a grid. With `about`, the last line of each shows what `about` returns instead of the
 * owner's name.
 */
export function CollectionGrid<Card extends CollectionCard>({
  collections,
  heading: Heading = 'h3',
  isShelf = false,
  about,
}: {
  collections: Card[]
  heading?: 'h2' | 'h3'
  /** Whether the cells are side by side on a phone too. */
  isShelf?: boolean
  about?: (collection: Card) => ReactNode
}) {
  return (
    <div className={isShelf && collections.length > 1 ? 'cards shelf' : 'cards'}>
      {collections.map((collection) => {
        const { id, slug, title, description, sheet: firstItems, items, user } = collection
        return (
          <article key={id} className="card" data-cat={firstItems[0]?.category ?? undefined}>
            <Heading className="card-title line-clamp-2" dir="auto">
              <Link to="/collection/$slug" params={{ slug }} className="cover" data-list-item="">
                {title}
              </Link>
            </Heading>
            <p className={`mb-2 line-clamp-2 text-ink-2 text-small ${isShelf ? 'max-md:hidden' : ''}`} dir="auto">
              {description}
            </p>
            <Cover items={firstItems} />
            <p className="foot mt-3 truncate text-ink-2 text-small">
              {plural(items, '{count} item', '{count} items')}
              {' · '}
              {about ? (
                about(collection)
              ) : (
                <>
                  {t('by')} <AuthorLink username={user.username} />
                </>
              )}
            </p>
          </article>
        )
      })}
    </div>
  )
}

/** Matches a variable at the end of a text that was cut off. */
const cutVariable = /\{\{?[^{}]*$/

/**
 * The cover of a collection, made of its first items: a picture of an image prompt, or the title and the beginning of the
 * text, each in the color of its category.
 */
function Cover({ items }: { items: CollectionCard['sheet'] }) {
  if (items.length === 0) return <p className="text-ink-2 text-small">{t('No items yet.')}</p>
  return (
    <ul className="grid grid-cols-2 gap-2" aria-label={t('First items')}>
      {items.map(({ id, title, category, language, excerpt, picture }) => (
        <li key={id} data-cat={category ?? 'general'} className="collection-tile" dir="auto" lang={language}>
          {picture ? (
            <picture>
              <source type="image/avif" srcSet={`${picture.src}480.avif`} />
              <img
                src={`${picture.src}480.webp`}
                alt={title}
                width={picture.width}
                height={picture.height}
                loading="lazy"
              />
            </picture>
          ) : (
            <>
              <span className="line-clamp-2 font-semibold">{title}</span>
              {excerpt && (
                <span className="line-clamp-2 font-mono text-ink-2 leading-[1.45]" aria-hidden="true">
                  <PromptText excerpt={excerpt.replace(cutVariable, '')} />
                </span>
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
