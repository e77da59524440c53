import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { AuthorLink, CreditLink } from '#features/catalogue/web/author-link.tsx'
import type { Contributor } from '#features/contributors/contract.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t } from '#lib/texts.ts'
import { Bar } from '#ui/layout/bar.tsx'
import { Avatar } from './avatar.tsx'

/** Tells whether anybody has a score. Until then, contributors are sorted by their numbers of prompts. */
export function isScored(contributors: Contributor[]): boolean {
  return contributors.some(({ score }) => score !== 0)
}

/** The table has at most this many columns. */
const columnsMax = 9

/**
 * Lists contributors with their best prompts and the numbers that make up a score, or only prompts if nobody has one. In
 * a list that also has credited authors, members are marked “member”. Those without a score follow below a line that says
 * so, and have neither rank nor bar. Bars are relative to `highestScore`, by default the
 * highest in the list. `ranked` means that the list starts at the first contributor, so the table can show ranks.
 */
export function ContributorTable({
  contributors,
  highestScore,
  ranked = true,
  renderActions,
}: {
  contributors: Contributor[]
  highestScore?: number
  ranked?: boolean
  /** Returns the buttons of other features for a member. */
  renderActions?: (contributor: Contributor) => ReactNode
}) {
  // On later pages, the contributors of earlier pages may have scores.
  const hasScores = !ranked || isScored(contributors)
  const isMixed = contributors.some(({ isMember }) => !isMember)
  const numberOf = ({ score, prompts }: Contributor) => (hasScores ? score : prompts)
  const scale = Math.max(1, hasScores ? (highestScore ?? 0) : 0, ...contributors.map(numberOf))
  // Contributors with the same number have the same rank.
  const rankOf = (contributor: Contributor) =>
    contributors.findIndex((other) => numberOf(other) === numberOf(contributor)) + 1
  const isPlaced = (contributor: Contributor) => !hasScores || contributor.score > 0
  const firstUnplaced = contributors.find((contributor) => !isPlaced(contributor))
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
            <th scope="col">{t('Name')}</th>
            {hasScores && (
              <>
                <th scope="col" className="r max-lg:hidden">
                  {t('Prompts')}
                </th>
                <th scope="col" className="r max-md:hidden">
                  {t('Net votes')}
                </th>
                <th scope="col" className="r max-md:hidden">
                  {t('Copies')}
                </th>
                <th scope="col" className="r max-md:hidden">
                  {t('Edits')}
                </th>
              </>
            )}
            <th scope="col" className="r max-sm:pe-0">
              {hasScores ? t('Score') : t('Prompts')}
            </th>
            <td className="w-[20%] border-ink max-md:hidden" />
            {renderActions && <td className="border-ink" />}
          </tr>
        </thead>
        <tbody>
          {contributors.map((contributor) => {
            const { username, isMember, prompts, votes, copies, edits, bestPrompt } = contributor
            return (
              <Fragment key={`${isMember ? 'user' : 'author'}/${username}`}>
                {contributor === firstUnplaced && contributor !== contributors[0] && (
                  <tr>
                    <td colSpan={columnsMax} className="pt-8 text-ink-2">
                      {t('No score yet. Most prompts first.')}
                    </td>
                  </tr>
                )}
                <tr>
                  {ranked && <td className="r text-ink-3">{isPlaced(contributor) && rankOf(contributor)}</td>}
                  <td className="font-semibold [overflow-wrap:anywhere]">
                    <span className="flex items-center gap-3">
                      <Avatar username={username} className="size-9 flex-none" />
                      <span className="grid min-w-0 gap-0.5 leading-6">
                        {isMember ? (
                          <span>
                            <AuthorLink username={username} isKeyboardStop />
                            {isMixed && <small className="font-normal text-ink-2"> {t('member')}</small>}
                          </span>
                        ) : (
                          <span>
                            <CreditLink name={username} isKeyboardStop />
                          </span>
                        )}
                        {bestPrompt && <BestPrompt prompt={bestPrompt} />}
                      </span>
                    </span>
                  </td>
                  {hasScores && (
                    <>
                      <td className="r max-lg:hidden">{formatNumber(prompts)}</td>
                      <td className="r max-md:hidden">{formatNumber(votes)}</td>
                      <td className="r max-md:hidden">{formatNumber(copies)}</td>
                      <td className="r max-md:hidden">{formatNumber(edits)}</td>
                    </>
                  )}
                  <td className="r font-semibold max-sm:pe-0">{formatNumber(numberOf(contributor))}</td>
                  <td className="max-md:hidden">
                    {isPlaced(contributor) && <Bar value={numberOf(contributor) / scale} />}
                  </td>
                  {renderActions && <td className="r">{isMember && renderActions(contributor)}</td>}
                </tr>
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function BestPrompt({ prompt: { slug, title, language } }: { prompt: NonNullable<Contributor['bestPrompt']> }) {
  return (
    <Link
      to="/prompt/$slug"
      params={{ slug }}
      className="line-clamp-1 font-normal text-ink-2 text-small leading-6 hover:underline"
      dir="auto"
      lang={language}
    >
      {title}
    </Link>
  )
}
