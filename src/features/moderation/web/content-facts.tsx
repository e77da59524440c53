import type { AdminPrompt } from '#features/moderation/content-contract.ts'

/** In a queue's row, shows the content's category, if it has one, and its owner. */
export function ContentFacts({ category, username }: { category?: AdminPrompt['category']; username: string }) {
  return (
    <>
      {category && (
        <span className="category">
          <span className="tile" aria-hidden="true" />
          {category.name}
        </span>
      )}
      <span>{username}</span>
    </>
  )
}
