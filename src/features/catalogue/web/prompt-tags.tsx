import { cardTags } from '#features/catalogue/rules.ts'

/** A card's first tags; the rest appear as +N. */
export function PromptTags({ tags, className = '' }: { tags: string[]; className?: string }) {
  const rest = tags.length - cardTags
  return (
    <p className={`flex flex-wrap gap-x-3 ${className}`}>
      {tags.slice(0, cardTags).map((tag) => (
        <span key={tag} className="tag max-w-full overflow-hidden text-ellipsis" dir="auto">
          {tag}
        </span>
      ))}
      {rest > 0 && <span className="text-ink-3 text-small">+{rest}</span>}
    </p>
  )
}
