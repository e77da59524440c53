import type { ReactNode } from 'react'
import { cardTags } from '#features/catalogue/rules.ts'

/**
 * Shows a card's first tags, and how many more there are as +N. `matching` are the tags that match a search. They come
 * first. `children` are other short facts, which precede the tags.
 */
export function PromptTags({
  tags,
  matching = [],
  className = '',
  children,
}: {
  tags: string[]
  matching?: string[]
  className?: string
  children?: ReactNode
}) {
  const rest = tags.length - cardTags
  return (
    <p className={`flex flex-wrap gap-x-3 text-ink-2 text-small ${className}`}>
      {children}
      {[...new Set([...matching, ...tags])].slice(0, cardTags).map((tag) => (
        <span key={tag} className="tag max-w-full overflow-hidden text-ellipsis" dir="auto">
          {matching.includes(tag) ? <mark className="match">{tag}</mark> : tag}
        </span>
      ))}
      {rest > 0 && <span className="text-ink-3">+{rest}</span>}
    </p>
  )
}
