import { formatNumber } from '#lib/numbers.ts'
import { wilsonInterval } from '#lib/wilson.ts'
import { IntervalBar, percent } from '#ui/interval-bar.tsx'

type Votes = { up: number; down: number }

/** Net votes with their confidence interval. Without votes, says so. */
export function VoteSummary({ votes }: { votes: Votes }) {
  const interval = wilsonInterval(votes.up, votes.down)
  if (!interval) return <small>No votes yet</small>
  return (
    <>
      {formatNumber(votes.up - votes.down)}
      <IntervalBar interval={interval} />
      <small className="spare">{percent(interval.share)}</small>
    </>
  )
}

/** Net votes with their confidence interval and its axis, for the prompt's page. */
export function VoteScale({ votes }: { votes: Votes }) {
  const interval = wilsonInterval(votes.up, votes.down)
  if (!interval) return <p className="text-ink-2 text-small">No votes yet</p>
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
