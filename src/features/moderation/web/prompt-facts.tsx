import type { AdminPrompt } from '#features/moderation/contract.ts'

/** Where a prompt of a queue is filed, and whose it is. */
export function PromptFacts({ prompt }: { prompt: Pick<AdminPrompt, 'category' | 'user'> }) {
  return (
    <>
      <span className="cat">
        <span className="tile" aria-hidden="true" />
        {prompt.category.name}
      </span>
      <span>{prompt.user.username}</span>
    </>
  )
}
