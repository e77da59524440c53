import type { AdminPrompt } from '#features/moderation/contract.ts'

/** Shows the category, if there is one, and the owner of the content in a queue's row. */
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
