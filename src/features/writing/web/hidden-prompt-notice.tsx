import { useSession } from '#features/accounts/web/session-store.ts'
import { Deferred } from '#ui/deferred.tsx'

const loadStatus = () => import('./hidden-prompt-status.tsx').then(({ HiddenPromptStatus }) => HiddenPromptStatus)

/** The place above "Page Not Found" where a member reads what has become of a prompt. Visitors load none of it. */
export function HiddenPromptNotice({ slug }: { slug: string }) {
  const { user } = useSession()
  return user && <Deferred load={loadStatus} props={{ user, slug }} waiting={null} failed={null} />
}
