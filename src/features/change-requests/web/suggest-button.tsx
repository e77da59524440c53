import { Link } from '@tanstack/react-router'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'

/** A link to the form for suggesting an edit, on published prompts of others. A visitor signs in first. */
export function SuggestButton({ prompt }: { prompt: Prompt }) {
  const { user } = useSession()
  const isOwn = user?.username.toLowerCase() === prompt.user.username.toLowerCase()
  if (isOwn || prompt.status !== 'published') return null
  return (
    <Link to="/prompt/$slug/suggest" params={{ slug: prompt.slug }} className="btn" rel="nofollow">
      <Icon name="pencil-line" className="icon-sm" />
      {t('Suggest an edit')}
    </Link>
  )
}
