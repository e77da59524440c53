import { Icon } from '#ui/icon.tsx'

/** What distinguishes a prompt: the community's pick, else the editors' choice, else nothing. */
export function PromptBadge({ prompt }: { prompt: { communityPick: boolean; featured: boolean } }) {
  if (prompt.communityPick) {
    return (
      <span className="badge award">
        <Icon name="award" className="icon-sm" />
        Community pick
      </span>
    )
  }
  return prompt.featured ? <span className="badge">Featured</span> : null
}
