import type { AdminPrompt } from '#features/moderation/contract.ts'

/** Where a thing of a queue is filed, if anywhere, and whose it is. */
export function PromptFacts({ category, username }: { category?: AdminPrompt['category']; username: string }) {
  return (
    <>
      {category && (
        <span className="cat">
          <span className="tile" aria-hidden="true" />
          {category.name}
        </span>
      )}
      <span>{username}</span>
    </>
  )
}
