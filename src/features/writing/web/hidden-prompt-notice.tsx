import { useSession } from '#features/accounts/web/session-store.ts'
import { Deferred } from '#ui/lists/deferred.tsx'

const loadStatus = () => import('./hidden-prompt-status.tsx').then(({ HiddenPromptStatus }) => HiddenPromptStatus)

/**
 * A notice above “Page Not Found” that tells a prompt's author and moderators why the prompt isn't public. An author's
 * draft or pending prompt is shown instead of the notice. Visitors don't load the code of the notice.
 */
export function HiddenPromptNotice({ slug }: { slug: string }) {
  const { user } = useSession()
  return user && <Deferred load={loadStatus} props={{ user, slug }} placeholder={null} failure={null} />
}
