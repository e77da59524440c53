import { Link } from '@tanstack/react-router'
import type { User } from '#features/accounts/contract.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import { forkError, mayEdit } from './may-edit.ts'

const loadActions = () => import('./author-actions.tsx').then((actions) => actions.AuthorActions)

/** Loads what those who may change a prompt see on its page. Others don't load this code. */
export function MemberActions({ prompt }: { prompt: Prompt }) {
  const { user } = useSession()
  return user && mayEdit(user, prompt) && <Deferred load={loadActions} props={{ user, prompt }} placeholder={null} />
}

/** Links to a prompt's versions and, unless its license forbids it, to a fork of it. `user` is null for a visitor. */
export function VersionLinks({ user, prompt }: { user: User | null; prompt: Prompt }) {
  const { slug } = prompt
  return (
    <>
      {forkError(user, prompt) === null && (
        <Link to="/create-prompt" search={{ fork: slug }} className="btn" rel="nofollow">
          <Icon name="git-fork" className="icon-sm" />
          {t('Fork')}
        </Link>
      )}
      <Link to="/prompt/$slug/history" params={{ slug }} className="btn" rel="nofollow">
        <Icon name="rotate-ccw" className="icon-sm" />
        {t('History')}
      </Link>
    </>
  )
}
