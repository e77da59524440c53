import { cardTags } from '#features/catalogue/rules.ts'

/** A card's first tags; the rest appear as +N. */
export function PromptTags({ tags, className = '' }: { tags: string[]; className?: string }) {
  const rest = tags.length - cardTags
  return (
    <p className={`flex gap-x-3 overflow-hidden ${className}`}>
      {tags.slice(0, cardTags).map((tag) => (
        <span key={tag} className="tag overflow-hidden text-ellipsis last:shrink-0" dir="auto">
          {tag}
        </span>
      ))}
      {rest > 0 && <span className="shrink-0 text-ink-3 text-small">+{rest}</span>}
    </p>
  )
}
