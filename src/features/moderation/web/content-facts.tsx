import type { AdminPrompt } from '#features/moderation/contract.ts'

/** The category, if any, and the owner of the content that a queue's row is about. */
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
