import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'

/** A badge for a community pick or for the editors' choice. Renders nothing for other prompts. */
export function PromptBadge({ prompt }: { prompt: { communityPick: boolean; featured: boolean } }) {
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
