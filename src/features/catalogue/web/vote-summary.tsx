import { formatNumber } from '#lib/numbers.ts'
import { type Interval, wilsonInterval } from '#lib/wilson.ts'
import { IntervalBar, percent } from '#ui/interval-bar.tsx'

type Votes = { up: number; down: number }

/**
 * With fewer votes than this, words replace the interval, because it would span most of the scale and look the same
 * for every prompt.
 */
const drawnVotesMin = 5

/** Returns up and down votes in words, such as "2 up, 1 down", or an empty text if there are none. */
export function fewVotes({ up, down }: Votes): string {
  return [up > 0 && `${formatNumber(up)} up`, down > 0 && `${formatNumber(down)} down`].filter(Boolean).join(', ')
}

/** Returns the interval to draw, or null if there are too few votes. */
export function drawnInterval({ up, down }: Votes): Interval | null {
  return up + down < drawnVotesMin ? null : wilsonInterval(up, down)
}

/**
 * Shows net votes with their confidence interval, or a few votes in words. `isTight` leaves out the share on narrow
 * cards.
 */
export function VoteSummary({ votes, isTight }: { votes: Votes; isTight: boolean }) {
  const interval = drawnInterval(votes)
  if (!interval) return fewVotes(votes)
  return (
    <>
      {formatNumber(votes.up - votes.down)}
      <IntervalBar interval={interval} />
      <small className={isTight ? 'hide-if-narrow' : undefined}>{percent(interval.share)} up</small>
    </>
  )
}

/** Shows net votes with their confidence interval and its axis on the prompt's page, or a few votes in words. */
export function VoteScale({ votes }: { votes: Votes }) {
  const interval = drawnInterval(votes)
  if (!interval) return <p className="text-ink-2 text-small">{fewVotes(votes) || 'No votes yet'}</p>
  return (
    <div className="text-small">
      <p className="flex items-baseline justify-between text-ink-2 tabular-nums">
        <b className="font-display font-semibold text-h3 text-ink leading-tight">
          {formatNumber(votes.up - votes.down)}
        </b>
        {percent(interval.share)} of {formatNumber(votes.up + votes.down)} up
      </p>
      <IntervalBar interval={interval} className="w-full" />
      <p className="flex justify-between text-ink-3 text-micro" aria-hidden="true">
        <span>50%</span>
        <span>100%</span>
      </p>
    </div>
  )
}
