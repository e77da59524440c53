import { Link } from '@tanstack/react-router'
import type { Category } from '#features/catalogue/contract.ts'
import { t } from '#lib/texts.ts'
import { hidden } from '#ui/hidden-text.tsx'
import { Icon } from '#ui/icon.tsx'
import { richPlural } from '#ui/rich.ts'
import { CategoryIcon } from './category-icon.tsx'

/**
 * Shows all categories as a panel of links. The bar under each compares its number of prompts with the largest. With
 * `isShelf`, a phone shows three rows that continue to the side.
 */
export function CategoryPanel({ categories, isShelf = false }: { categories: Category[]; isShelf?: boolean }) {
  const highestCount = Math.max(1, ...categories.map((category) => category.promptCount))
  return (
    <nav className={isShelf ? 'category-panel shelf' : 'category-panel'} aria-label={t('All categories')}>
      {categories.map(({ slug, name, promptCount }) => (
        <Link key={slug} to="/category/$slug" params={{ slug }} data-cat={slug}>
          <CategoryIcon slug={slug} />
          <span className="min-w-0">{name}</span>
          <span className="ms-auto text-ink-3 text-micro tabular-nums max-[22em]:hidden">
            {richPlural(promptCount, '{count}<hidden> prompts</hidden>', '{count}<hidden> prompts</hidden>', {
              hidden,
            })}
          </span>
          <svg className="scale-bar" aria-hidden="true">
            <rect width={`${((promptCount / highestCount) * 100).toFixed(1)}%`} height="100%" />
          </svg>
        </Link>
      ))}
      <Link to="/categories" className="md:hidden">
        <Icon name="layout-grid" />
        {t('All categories')}
      </Link>
    </nav>
  )
}
