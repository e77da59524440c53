import { Link } from '@tanstack/react-router'
import type { Category } from '#features/catalogue/contract.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Icon } from '#ui/icon.tsx'
import { CategoryIcon } from './category-icon.tsx'

/** Shows all categories as a panel of links. The bar under each compares its number of prompts with the largest. */
export function CategoryPanel({ categories }: { categories: Category[] }) {
  const highestCount = Math.max(1, ...categories.map((category) => category.promptCount))
  return (
    <nav className="category-panel" aria-label="All categories">
      {categories.map(({ slug, name, promptCount }) => (
        <Link key={slug} to="/category/$slug" params={{ slug }} data-cat={slug}>
          <CategoryIcon slug={slug} />
          <span className="min-w-0">{name}</span>
          <span className="ml-auto text-ink-3 text-micro tabular-nums max-[22em]:hidden">
            {formatNumber(promptCount)}
            <span className="sr-only"> prompts</span>
          </span>
          <svg className="scale-bar" aria-hidden="true">
            <rect width={`${((promptCount / highestCount) * 100).toFixed(1)}%`} height="100%" />
          </svg>
        </Link>
      ))}
      <Link to="/categories" className="md:hidden">
        <Icon name="layout-grid" />
        All categories
      </Link>
    </nav>
  )
}
