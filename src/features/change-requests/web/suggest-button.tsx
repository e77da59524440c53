import { Link } from '@tanstack/react-router'
import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { Icon } from '#ui/icon.tsx'

/** A link to the form for suggesting an edit. It appears on published prompts of other members. */
export function SuggestButton({ user, prompt }: { user: User; prompt: Prompt }) {
  const isOwn = user.username.toLowerCase() === prompt.user.username.toLowerCase()
  if (isOwn || prompt.status !== 'published') return null
  return (
    <Link to="/prompt/$slug/suggest" params={{ slug: prompt.slug }} className="btn">
      <Icon name="pencil-line" className="icon-sm" />
      Suggest an edit
    </Link>
  )
}
