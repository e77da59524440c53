import { Link } from '@tanstack/react-router'
import type { Category, PromptCard } from '#features/catalogue/contract.ts'
import { showsCopies } from '#features/catalogue/rules.ts'
import { PromptRow } from '#features/catalogue/web/prompt-row.tsx'
import { shownNumber } from '#features/home/choice-rules.ts'
import { emptySectionTexts } from '#features/home/rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { plural, t, translate } from '#lib/texts.ts'
import { Empty } from '#ui/lists/empty.tsx'

/** Shows a block for each of the largest categories, with up to three of its prompts. */
export function HomeCategories({
  categories,
  prompts,
}: {
  categories: Category[]
  prompts: Record<string, PromptCard[]>
}) {
  return (
    <div className="shelf grid gap-x-8 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
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
          {plural(category.promptCount, '{count} prompt', '{count} prompts')}
        </span>
      </div>
      {category.promptCount === 0 && (
        <Empty
          action={
            <Link {...link} className="btn">
              {t('Explore')}
            </Link>
          }
        >
          {translate(emptySectionTexts.category)}
        </Empty>
      )}
      {prompts.map((prompt) => (
        <PromptRow key={prompt.id} prompt={prompt} heading="h4" {...shownCountOf(prompt, shownNumber(prompts))} />
      ))}
    </section>
  )
}

/** Returns a row's number, if it has any votes or enough copies. */
function shownCountOf(prompt: PromptCard, number: 'votes' | 'copies'): { count?: string; unit?: string } {
  const { votes, copies } = prompt
  if (number === 'copies')
    return showsCopies(prompt) ? { count: formatNumber(copies), unit: plural(copies, 'copies', 'copies') } : {}
  const net = votes.up - votes.down
  return votes.up + votes.down > 0 ? { count: formatNumber(net), unit: plural(net, 'vote', 'votes') } : {}
}
