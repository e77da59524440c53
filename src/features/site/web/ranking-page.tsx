import { Link } from '@tanstack/react-router'
import { copyWindowHours, picks } from '#features/catalogue/rules.ts'
import { trendingHalfLifeDays, trendingVoteWeight } from '#features/catalogue/trending-rules.ts'
import { wilsonInterval } from '#lib/wilson.ts'
import { IntervalBar, percent } from '#ui/interval-bar.tsx'
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
      title="How ranking works"
      lead="Nobody can pay to rank higher, and lists are the same for everybody. This is all that counts."
    >
      <h2>Votes</h2>
      <p>
        A member has one vote on each prompt, up or down, and can change it or take it back. Nobody can vote on their
        own prompts. Votes of banned accounts don’t count. The operator may require an account to be some hours old
        before its votes count.
      </p>
      <h2>Highest rated</h2>
      <p>
        The share of up votes alone would put a prompt with one vote first. So prompts are sorted by the lower bound of
        the 95% Wilson interval: the smallest share of up votes that is still likely, given the number of votes.
      </p>
      <RatingTable />
      <h2>Most popular</h2>
      <p>
        Prompts are sorted by copies. A copy is counted when somebody copies the text or uses “Run in”. A visitor counts
        once in {copyWindowHours} hours, the author never.
      </p>
      <h2>Trending</h2>
      <p>
        An up vote counts {trendingVoteWeight}, a down vote subtracts {trendingVoteWeight}, and a copy counts 1. Being
        published also counts 1, unless the prompt has more down votes than up votes. Each of these loses half its
        weight every {trendingHalfLifeDays} days.
      </p>
      <h2>Community picks</h2>
      <p>
        Each category has up to {picks.perCategory}: the prompts with the best rating from the votes of the last{' '}
        {picks.days} days, with at least {picks.votesMin} such votes and more of them up than down.{' '}
        <Link to="/prompts" search={{ pick: true }}>
          See the picks
        </Link>
        .
      </p>
      <h2>Featured</h2>
      <p>The editors’ choice. Lists by votes or copies end with the prompts that have none, featured ones first.</p>
      <h2 id="contributors">Contributors</h2>
      <p>10 points per published prompt, 2 per net vote (up votes minus down votes), 1 per copy.</p>
    </InfoPage>
  )
}

function RatingTable() {
  return (
    <div className="overflow-x-auto">
      <table className="data-table my-4">
        <thead>
          <tr>
            <th scope="col">Up / down</th>
            <th scope="col" className="r max-sm:hidden">
              Up
            </th>
            <th scope="col">Likely share, 50 to 100%</th>
            <th scope="col" className="r">
              Counts as
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
