import { Link } from '@tanstack/react-router'
import type { Category } from '#features/catalogue/contract.ts'
import { plural, t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { CategoryIcon } from './category-icon.tsx'

/** Lists all categories as cells of a grid. The bar under each compares its number of prompts with the largest. */
export function CategoryListPage({ categories }: { categories: Category[] }) {
  const highestCount = Math.max(1, ...categories.map((category) => category.promptCount))
  const total = categories.reduce((sum, category) => sum + category.promptCount, 0)
  return (
    <div className="wrap">
      <PageHead title={t('Categories')}>
        {plural(total, '{count} prompt in {categories}.', '{count} prompts in {categories}.', {
          categories: plural(categories.length, '{count} category', '{count} categories'),
        })}{' '}
        {t('Bars show how many prompts each has.')}
      </PageHead>
      <ul className="cards">
        {categories.map(({ slug, name, description, promptCount }) => (
          <li
            key={slug}
            data-cat={slug}
            className="relative -me-px -mb-px grid grid-cols-[2.5rem_minmax(0,1fr)] content-start gap-x-4 border-hair border-e border-b p-5 pb-6 hover:bg-wash max-sm:p-3 max-sm:pb-3.5"
          >
            <span className="row-span-2 grid size-10 place-items-center rounded-1 bg-wash text-tone">
              <CategoryIcon slug={slug} />
            </span>
            <h2 className="self-end text-[1.125rem]">
              <Link to="/category/$slug" params={{ slug }} className="cover" data-list-item="">
                {name}
              </Link>
            </h2>
            <p className="text-ink-2 text-small tabular-nums">
              {plural(promptCount, '{count} prompt', '{count} prompts')}
            </p>
            <p className="col-span-full mt-3 text-[0.875rem] text-ink-2 leading-[1.45] max-sm:hidden" dir="auto">
              {description}
            </p>
            <svg className="scale-bar" aria-hidden="true">
              <rect width={`${((promptCount / highestCount) * 100).toFixed(1)}%`} height="100%" />
            </svg>
          </li>
        ))}
      </ul>
    </div>
  )
}
