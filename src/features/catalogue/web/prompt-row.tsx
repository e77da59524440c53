import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { PromptTags } from './prompt-tags.tsx'

/**
 * The short form of a card for secondary sections: category color, title, tags, and `count` with its unit. Without
 * `count`, `unit` is another short fact about the prompt.
 */
export function PromptRow({
  prompt,
  count,
  unit,
  heading: Heading = 'h3',
}: {
  prompt: PromptCard
  count?: ReactNode
  unit?: ReactNode
  heading?: 'h2' | 'h3' | 'h4'
}) {
  return (
    <article className="prompt-row" data-cat={prompt.category.slug}>
      <div className="min-w-0">
        <Heading className="prompt-row-title line-clamp-2" dir="auto" lang={prompt.language}>
          <Link to="/prompt/$slug" params={{ slug: prompt.slug }} className="cover" data-list-item="">
            {prompt.title}
          </Link>
        </Heading>
        <PromptTags tags={prompt.tags} className="mt-0.5" />
      </div>
      {unit && (
        <p className="text-end">
          {count !== undefined && (
            <span className="block font-display font-semibold text-lead tabular-nums leading-tight">{count}</span>
          )}
          <span className="block text-ink-3 text-micro">{unit}</span>
        </p>
      )}
    </article>
  )
}
