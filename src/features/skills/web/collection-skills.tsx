import { useAddress } from '#client/use-address.ts'
import { installCommand } from '#features/catalogue/skill-rules.ts'
import type { SkillCost } from '#features/skills/contract.ts'
import { marketplacePath, skillLimits } from '#features/skills/rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { plural, t } from '#lib/texts.ts'
import { richPlural } from '#ui/rich.ts'

/** Says how agents install a collection's prompts as skills, and what these take of what agents keep. */
export function CollectionSkills({ slug, cost: { skills, characters } }: { slug: string; cost: SkillCost }) {
  const address = useAddress(`/collection/${slug}`)
  if (skills === 0) return null
  const limit = formatNumber(skillLimits.keptCharacters)
  const isTooMuch = characters > skillLimits.keptCharacters
  return (
    <div className="grid gap-2 text-ink-2 text-small [overflow-wrap:anywhere]">
      <p>
        {richPlural(
          skills,
          'Agents can install its prompt as a skill: {command}, or the <link>marketplace</link> for Claude Code.',
          'Agents can install its {count} prompts as skills: {command}, or the <link>marketplace</link> for Claude Code.',
          {
            command: <code>{installCommand(address)}</code>,
            link: (text) => (
              <a className="link" href={`/collection/${slug}${marketplacePath}`}>
                {text}
              </a>
            ),
          },
        )}
      </p>
      <p className={isTooMuch ? 'border-bad border-s-4 ps-3 text-ink' : undefined}>
        {isTooMuch
          ? plural(
              characters,
              'Their names and descriptions have {count} character. Agents keep {limit} for all their skills, and drop the rest without a word. Install only some of them.',
              'Their names and descriptions have {count} characters. Agents keep {limit} for all their skills, and drop the rest without a word. Install only some of them.',
              { limit },
            )
          : t(
              'Their names and descriptions take {characters} of the {limit} characters that agents keep for all their skills.',
              { characters, limit },
            )}
      </p>
    </div>
  )
}
