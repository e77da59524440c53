import { Link } from '@tanstack/react-router'
import type { PromptCard } from '#features/catalogue/contract.ts'

/** A member's name, leading to their page. `walked` lets the keys j and k stop at it. */
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
 * By whose account a prompt is here, by a link. Whom an imported one's file names stands behind it as a credit: plain
 * text, since nobody has shown that it is the member of that name.
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
