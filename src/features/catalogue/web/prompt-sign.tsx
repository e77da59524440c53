import Award from 'lucide-react/icons/award'

/** What distinguishes a prompt: the community's pick, else the editors' choice, else nothing. */
export function PromptSign({ prompt }: { prompt: { communityPick: boolean; featured: boolean } }) {
  if (prompt.communityPick) {
    return (
      <span className="sign award">
        <Award />
        Community pick
      </span>
    )
  }
  return prompt.featured ? <span className="sign">Featured</span> : null
}
