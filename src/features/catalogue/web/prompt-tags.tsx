import { cardTags } from '#features/catalogue/rules.ts'

/**
 * Shows a card's first tags, and how many more there are as +N. `matching` are the tags that match a search. They come
 * first.
 */
export function PromptTags({
  tags,
  matching = [],
  className = '',
}: {
  tags: string[]
  matching?: string[]
  className?: string
}) {
  const rest = tags.length - cardTags
  return (
    <p className={`flex flex-wrap gap-x-3 ${className}`}>
      {[...new Set([...matching, ...tags])].slice(0, cardTags).map((tag) => (
        <span key={tag} className="tag max-w-full overflow-hidden text-ellipsis" dir="auto">
          {matching.includes(tag) ? <mark className="match">{tag}</mark> : tag}
        </span>
      ))}
      {rest > 0 && <span className="text-ink-3 text-small">+{rest}</span>}
    </p>
  )
}
