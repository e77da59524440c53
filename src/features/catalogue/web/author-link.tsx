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

/** Who wrote a prompt: a member by a link, the author of an imported one, who has no page here, by name. */
export function Author({ prompt }: { prompt: Pick<PromptCard, 'credit' | 'user'> }) {
  if (prompt.credit === null) return <AuthorLink username={prompt.user.username} />
  return <span dir="auto">{prompt.credit}</span>
}
