import { AuthorLink, CreditLink } from '#features/catalogue/web/author-link.tsx'
import type { Contributor } from '#features/contributors/contract.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Bar } from '#ui/bar.tsx'
import { Avatar } from './avatar.tsx'

/** Tells whether scores say more than numbers of prompts, which they do once somebody has votes or copies. */
export function isScored(contributors: Contributor[]): boolean {
  return contributors.some(({ votes, copies }) => votes !== 0 || copies > 0)
}

/**
 * Lists contributors with the numbers that make up a score, or only prompts if nobody has votes or copies. In a list
 * that also has credited authors, members are marked “member”. Bars are relative to `highestScore`, by default the
 * highest in the list. `ranked` means that the list starts at the first contributor, so the table can show ranks.
 */
export function ContributorTable({
  contributors,
  highestScore,
  ranked = true,
}: {
  contributors: Contributor[]
  highestScore?: number
  ranked?: boolean
}) {
  const scale = Math.max(1, highestScore ?? 0, ...contributors.map((contributor) => contributor.score))
  // On later pages, the contributors of earlier pages may have votes and copies.
  const hasScores = !ranked || isScored(contributors)
  const isMixed = contributors.some(({ isMember }) => !isMember)
  const numberOf = ({ score, prompts }: Contributor) => (hasScores ? score : prompts)
  // Contributors with the same number have the same rank.
  const rankOf = (contributor: Contributor) =>
    contributors.findIndex((other) => numberOf(other) === numberOf(contributor)) + 1
  return (
    <div className="overflow-x-auto">
      <table className="data-table">
        <thead>
          <tr>
            {ranked && (
              <th scope="col" className="r w-8">
                #
              </th>
            )}
            <th scope="col">Name</th>
            {hasScores && (
              <>
                <th scope="col" className="r">
                  Prompts
                </th>
                <th scope="col" className="r max-md:hidden">
                  Net votes
                </th>
                <th scope="col" className="r max-md:hidden">
                  Copies
                </th>
              </>
            )}
            <th scope="col" className="r max-sm:pr-0">
              {hasScores ? 'Score' : 'Prompts'}
            </th>
            <td className="w-[30%] border-ink max-sm:hidden" />
          </tr>
        </thead>
        <tbody>
          {contributors.map((contributor) => {
            const { username, isMember, prompts, votes, copies } = contributor
            return (
              <tr key={`${isMember ? 'user' : 'author'}/${username}`}>
                {ranked && <td className="r text-ink-3">{rankOf(contributor)}</td>}
                <td className="font-semibold [overflow-wrap:anywhere]">
                  <span className="flex items-center gap-3">
                    <Avatar username={username} className="size-7 flex-none" />
                    {isMember ? (
                      <span>
                        <AuthorLink username={username} isKeyboardStop />
                        {isMixed && <small className="font-normal text-ink-2"> member</small>}
                      </span>
                    ) : (
                      <CreditLink name={username} isKeyboardStop />
                    )}
                  </span>
                </td>
                {hasScores && (
                  <>
                    <td className="r">{formatNumber(prompts)}</td>
                    <td className="r max-md:hidden">{formatNumber(votes)}</td>
                    <td className="r max-md:hidden">{formatNumber(copies)}</td>
                  </>
                )}
                <td className="r font-semibold max-sm:pr-0">{formatNumber(numberOf(contributor))}</td>
                <td className="max-sm:hidden">
                  <Bar value={contributor.score / scale} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
