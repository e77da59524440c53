import { Link } from '@tanstack/react-router'
import { copyWindowHours, picks } from '#features/catalogue/rules.ts'
import { trendingHalfLifeDays, trendingVoteWeight } from '#features/catalogue/trending-rules.ts'
import { scoreText } from '#features/contributors/rules.ts'
import { t } from '#lib/texts.ts'
import { wilsonInterval } from '#lib/wilson.ts'
import { IntervalBar, percent } from '#ui/lists/interval-bar.tsx'
import { rich } from '#ui/rich.ts'
import { InfoPage } from './info-page.tsx'

/** Examples of votes for the rating: few, many and disputed ones. */
const examples = [
  { up: 5, down: 0 },
  { up: 9, down: 1 },
  { up: 90, down: 10 },
  { up: 60, down: 40 },
]

/** The page that explains how prompts and contributors are ranked. */
export function RankingPage() {
  return (
    <InfoPage
      title={t('How ranking works')}
      lead={t('Nobody can pay to rank higher, and lists are the same for everybody. This is all that counts.')}
    >
      <h2>{t('Votes')}</h2>
      <p>
        {t(
          'A member has one vote on each prompt, up or down, and can change it or take it back. Nobody can vote on their own prompts. Votes of banned accounts don’t count. The operator may require an account to be some hours old before its votes count.',
        )}
      </p>
      <h2>{t('Highest rated')}</h2>
      <p>
        {t(
          'The share of up votes alone would put a prompt with one vote first. So prompts are sorted by how many people would like them, estimated with caution: 5 of 5 up votes only say that at least {share} would. In statistics, this estimate is called the lower bound of the 95% Wilson interval.',
          { share: percent(wilsonInterval(5, 0)?.low ?? 0) },
        )}
      </p>
      <RatingTable />
      <h2>{t('Most popular')}</h2>
      <p>
        {t(
          'Prompts are sorted by copies. A copy is counted when somebody copies the text or uses “Run in”. A visitor counts once in {copyWindowHours} hours, the author never.',
          { copyWindowHours },
        )}
      </p>
      <h2>{t('Trending')}</h2>
      <p>
        {t(
          'An up vote counts {trendingVoteWeight}, a down vote subtracts {trendingVoteWeight}, and a copy counts 1. Being published also counts 1, unless the prompt has more down votes than up votes. Each of these loses half its weight every {trendingHalfLifeDays} days.',
          { trendingVoteWeight, trendingHalfLifeDays },
        )}
      </p>
      <h2>{t('Community picks')}</h2>
      <p>
        {rich(
          'Each category has up to {perCategory}: the prompts with the best rating from the votes of the last {days} days, with at least {votesMin} such votes and more of them up than down. <link>See the picks</link>.',
          {
            perCategory: picks.perCategory,
            days: picks.days,
            votesMin: picks.votesMin,
            link: (text) => (
              <Link to="/prompts" search={{ pick: true }}>
                {text}
              </Link>
            ),
          },
        )}
      </p>
      <h2>{t('Featured')}</h2>
      <p>
        {t('The editors’ choice. Lists by votes or copies end with the prompts that have none, featured ones first.')}
      </p>
      <h2 id="contributors">{t('Contributors')}</h2>
      <p>{scoreText()}</p>
    </InfoPage>
  )
}

function RatingTable() {
  return (
    <div className="overflow-x-auto">
      <table className="data-table my-4">
        <thead>
          <tr>
            <th scope="col">{t('Up / down')}</th>
            <th scope="col" className="r max-sm:hidden">
              {t('Up')}
            </th>
            <th scope="col">{t('Would like it, 50 to 100%')}</th>
            <th scope="col" className="r">
              {t('Counts as')}
            </th>
          </tr>
        </thead>
        <tbody>
          {examples.map(({ up, down }) => {
            const interval = wilsonInterval(up, down)
            return (
              interval && (
                <tr key={`${up} ${down}`}>
                  <td className="whitespace-nowrap">
                    {up} / {down}
                  </td>
                  <td className="r max-sm:hidden">{percent(interval.share)}</td>
                  <td>
                    <IntervalBar interval={interval} className="w-full" />
                  </td>
                  <td className="r font-semibold">{percent(interval.low)}</td>
                </tr>
              )
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
