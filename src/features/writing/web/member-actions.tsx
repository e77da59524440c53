import { useSession } from '#features/accounts/web/session-store.ts'
import { Deferred } from '#ui/deferred.tsx'
import type { AuthorActionsProps } from './author-actions.tsx'

const loadActions = () => import('./author-actions.tsx').then((actions) => actions.AuthorActions)

/**
 * Loads the buttons that members see on a prompt's page, such as Fork, Edit and Delete. `more` loads a further button,
 * which a higher feature provides. Visitors don't load this code.
 */
export function MemberActions({ prompt, more }: Pick<AuthorActionsProps, 'prompt' | 'more'>) {
  const { user } = useSession()
  return user && <Deferred load={loadActions} props={{ user, prompt, more }} />
}
