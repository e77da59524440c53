import { useSession } from '#features/accounts/web/session-store.ts'
import { Deferred } from '#ui/deferred.tsx'
import type { AuthorActionsProps } from './author-actions.tsx'

const loadKeys = () => import('./author-actions.tsx').then(({ AuthorActions }) => AuthorActions)

/**
 * The place on a prompt's page where members find Fork, and who may change it Edit and Delete. `more` loads what a higher
 * feature adds. Visitors load none of it.
 */
export function MemberActions({ prompt, more }: Pick<AuthorActionsProps, 'prompt' | 'more'>) {
  const { user } = useSession()
  return user && <Deferred load={loadKeys} props={{ user, prompt, more }} />
}
