import { useSession } from '#features/accounts/web/session-store.ts'
import { Deferred } from '#ui/deferred.tsx'

const loadOwnLost = () => import('./own-lost.tsx').then(({ OwnLost }) => OwnLost)

/** The place above "Page Not Found" where a member reads what has become of a prompt. Visitors load none of it. */
export function OwnPromptNotice({ slug }: { slug: string }) {
  const { user } = useSession()
  return user && <Deferred load={loadOwnLost} props={{ user, slug }} waiting={null} failed={null} />
}
