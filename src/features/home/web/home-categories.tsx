import { Link } from '@tanstack/react-router'
import type { Category, PromptCard } from '#features/catalogue/contract.ts'
import { showsCopies } from '#features/catalogue/rules.ts'
import { PromptRow } from '#features/catalogue/web/prompt-row.tsx'
import { emptySectionTexts } from '#features/home/rules.ts'
import { formatNumber, pluralize } from '#lib/numbers.ts'
import { Empty } from '#ui/empty.tsx'

/** Shows a block for each of the largest categories, with up to three of its prompts. */
export function HomeCategories({
  categories,
  prompts,
}: {
  categories: Category[]
  prompts: Record<string, PromptCard[]>
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
      {categories.map((category) => (
        <CategoryBlock key={category.slug} category={category} prompts={prompts[category.slug] ?? []} />
      ))}
    </div>
  )
}

function CategoryBlock({ category, prompts }: { category: Category; prompts: PromptCard[] }) {
  const link = { to: '/category/$slug', params: { slug: category.slug } } as const
  return (
    <section>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h3 data-cat={category.slug} className="font-sans text-base tracking-normal">
          <Link {...link} className="category text-[1rem]">
            <span className="tile" />
            {category.name}
          </Link>
        </h3>
        <span className="whitespace-nowrap text-ink-3 text-small tabular-nums">
          {pluralize(category.promptCount, 'prompt')}
        </span>
      </div>
      {prompts.length === 0 && (
        <Empty
          action={
            <Link {...link} className="btn">
              Explore
            </Link>
          }
        >
          {emptySectionTexts.category}
        </Empty>
      )}
      {prompts.map((prompt) => (
        <PromptRow key={prompt.id} prompt={prompt} heading="h4" {...shownCountOf(prompt)} />
      ))}
    </section>
  )
}

/** Returns the net votes if there are votes, otherwise the copies if there are enough of them, otherwise nothing. */
function shownCountOf(prompt: PromptCard): { count?: string; unit?: string } {
  const { votes, copies } = prompt
  const net = votes.up - votes.down
  if (votes.up + votes.down > 0) return { count: formatNumber(net), unit: net === 1 ? 'vote' : 'votes' }
  if (showsCopies(prompt)) return { count: formatNumber(copies), unit: 'copies' }
  return {}
}
