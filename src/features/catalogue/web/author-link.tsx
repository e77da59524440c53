import { Link } from '@tanstack/react-router'
import type { PromptCard } from '#features/catalogue/contract.ts'

/** A link to a member's page. `walked`: whether the keys j and k stop at it. */
export function AuthorLink({ username, walked = false }: { username: string; walked?: boolean }) {
  return (
    <Link
      to="/user/$username"
      params={{ username }}
      className="author relative z-1"
      data-walk={walked ? '' : undefined}
    >
      {username}
    </Link>
  )
}

/**
 * A link to the account that a prompt belongs to. The name in an imported file follows as a credit in plain text,
 * because nobody has proven that it is the member of that name.
 */
export function Byline({ prompt }: { prompt: Pick<PromptCard, 'credit' | 'user'> }) {
  return (
    <>
      by <AuthorLink username={prompt.user.username} />
      {prompt.credit !== null && (
        <>
          {' · credit: '}
          <bdi>{prompt.credit}</bdi>
        </>
      )}
    </>
  )
}
