import { Link } from '@tanstack/react-router'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'

/**
 * A badge for a prompt that only a group reads, which links to the group, for a community pick or for the editors'
 * choice. Renders nothing for other prompts.
 */
export function PromptBadge({ prompt }: { prompt: Pick<PromptCard, 'communityPick' | 'featured' | 'group'> }) {
  if (prompt.group) {
    return (
      <Link to="/group/$slug" params={{ slug: prompt.group.slug }} className="badge relative z-1 min-w-0">
        <span className="truncate" dir="auto">
          {prompt.group.name}
        </span>
      </Link>
    )
  }
  if (prompt.communityPick) {
    return (
      <span className="badge award">
        <Icon name="award" className="icon-sm" />
        {t('Community pick')}
      </span>
    )
  }
  return prompt.featured ? <span className="badge">{t('Featured')}</span> : null
}
