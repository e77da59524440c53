import { useAddress } from '#client/use-address.ts'
import { installCommand } from '#features/catalogue/skill-command-rules.ts'
import type { SkillCost } from '#features/skills/contract.ts'
import { marketplacePath, skillLimits } from '#features/skills/rules.ts'
import { formatNumber, pluralize } from '#lib/numbers.ts'

/** Says how agents install a collection's prompts as skills, and what these take of what agents keep. */
export function CollectionSkills({ slug, cost: { skills, characters } }: { slug: string; cost: SkillCost }) {
  const address = useAddress(`/collection/${slug}`)
  if (skills === 0) return null
  const limit = formatNumber(skillLimits.keptCharacters)
  const isTooMuch = characters > skillLimits.keptCharacters
  return (
    <div className="grid gap-2 text-ink-2 text-small [overflow-wrap:anywhere]">
      <p>
        Agents can install {skills === 1 ? 'its prompt as a skill' : `its ${formatNumber(skills)} prompts as skills`}:{' '}
        <code>{installCommand(address)}</code>, or the{' '}
        <a className="link" href={`/collection/${slug}${marketplacePath}`}>
          marketplace
        </a>{' '}
        for Claude Code.
      </p>
      <p className={isTooMuch ? 'border-bad border-s-4 ps-3 text-ink' : undefined}>
        {isTooMuch
          ? `Their names and descriptions have ${pluralize(characters, 'character')}. Agents keep ${limit} for all their skills, and drop the rest without a word. Install only some of them.`
          : `Their names and descriptions take ${formatNumber(characters)} of the ${limit} characters that agents keep for all their skills.`}
      </p>
    </div>
  )
}
