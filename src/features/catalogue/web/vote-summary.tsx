import { formatList } from '#lib/format-list.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t } from '#lib/texts.ts'
import { type Interval, wilsonInterval } from '#lib/wilson.ts'
import { IntervalBar, percent } from '#ui/lists/interval-bar.tsx'

type Votes = { up: number; down: number }

/**
 * With fewer votes than this, words replace the interval, because it would span most of the scale and look the same
 * for every prompt.
 */
const intervalVotesMin = 5

/** Returns up and down votes in words, such as "2 up, 1 down", or an empty text if there are none. */
export function votesInWords({ up, down }: Votes): string {
  return formatList([...(up > 0 ? [t('{up} up', { up })] : []), ...(down > 0 ? [t('{down} down', { down })] : [])])
}

/** Returns the interval to draw, or null if there are too few votes. */
export function drawnInterval({ up, down }: Votes): Interval | null {
  return up + down < intervalVotesMin ? null : wilsonInterval(up, down)
}

/**
 * Shows net votes with the share of up votes and its confidence interval, or only words if there are few votes. With
 * `isTight`, narrow cards hide the share.
 */
export function VoteSummary({ votes, isTight }: { votes: Votes; isTight: boolean }) {
  const interval = drawnInterval(votes)
  if (!interval) return votesInWords(votes)
  return (
    <>
      {formatNumber(votes.up - votes.down)}
      <IntervalBar interval={interval} />
      <small className={isTight ? 'hide-if-narrow' : undefined}>
        {t('{percent} up', { percent: percent(interval.share) })}
      </small>
    </>
  )
}

/** Shows the same as `VoteSummary` on the prompt's page, with the axis of the interval. */
export function VoteScale({ votes }: { votes: Votes }) {
  const interval = drawnInterval(votes)
  if (!interval) return <p className="text-ink-2 text-small">{votesInWords(votes) || t('No votes yet')}</p>
  return (
    <div className="text-small">
      <p className="flex items-baseline justify-between text-ink-2 tabular-nums">
        <b className="font-display font-semibold text-h3 text-ink leading-tight">
          {formatNumber(votes.up - votes.down)}
        </b>
        {t('{percent} of {votes} up', { percent: percent(interval.share), votes: votes.up + votes.down })}
      </p>
      <IntervalBar interval={interval} className="w-full" />
      <p className="flex justify-between text-ink-3 text-micro" aria-hidden="true">
        <span>50%</span>
        <span>100%</span>
      </p>
    </div>
  )
}
