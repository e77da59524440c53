import type { CreditSummary } from '#features/credits/contract.ts'
import { formatCredits } from '#features/credits/rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Bar } from '#ui/layout/bar.tsx'
import { rich } from '#ui/rich.ts'
import './credit-gauge.css'

/** The scale has one tick per credit if the allowance is at most this many credits. */
const ticksMax = 60

/**
 * Shows how many credits can be spent, what is left of the monthly allowance on a scale, and when the next credits
 * arrive.
 */
export function CreditGauge({ summary, nextCredits }: { summary: CreditSummary; nextCredits?: number }) {
  const { credits, monthlyCredits, allowanceLeft, otherLeft, onHold, nextReset } = summary
  const resetTime = <time dateTime={nextReset}>{usDate(nextReset)}</time>
  return (
    <section className="gauge" aria-label={t('Your credits')}>
      <div>
        <p className="text-ink-2">{t('Credits left')}</p>
        <p className="gauge-figure">{formatNumber(credits)}</p>
      </div>
      <div className="min-w-0">
        <p className="mb-2.5 text-ink-2 text-small">
          {allowanceLeft < monthlyCredits && `${leftOf(allowanceLeft, monthlyCredits)}. `}
          {nextCredits === undefined
            ? rich('The next credits arrive on {date}. Unused monthly credits expire then.', { date: resetTime })
            : rich('The next {credits} arrive on {date}. Unused monthly credits expire then.', {
                credits: nextCredits,
                date: resetTime,
              })}
        </p>
        <Scale remaining={allowanceLeft} total={monthlyCredits} />
        {(otherLeft > 0 || onHold > 0) && (
          <p className="mt-2.5 text-small">
            {otherLeft > 0 &&
              t('Another {credits}, given or bought, won’t expire then. ', { credits: formatCredits(otherLeft) })}
            {onHold > 0 && t('{credits} reserved for requests in progress.', { credits: formatCredits(onHold) })}
          </p>
        )}
      </div>
    </section>
  )
}

const leftOf = (remaining: number, total: number) =>
  t('{remaining} of {total} monthly credits left', { remaining, total })

/** Draws the allowance with one tick per credit, or as a bar if it has more than `ticksMax` credits. */
function Scale({ remaining, total }: { remaining: number; total: number }) {
  const steps = [0, 1, 2, 3].map((part) => Math.round((total * part) / 3))
  return (
    <>
      <div role="img" aria-label={leftOf(remaining, total)}>
        {total <= ticksMax ? (
          <div className="gauge-ticks">
            {Array.from({ length: total }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the ticks differ only by position.
              <i key={index} className={index < remaining ? 'on' : undefined} />
            ))}
          </div>
        ) : (
          <div className="gauge-bar">
            <Bar value={remaining / total} />
          </div>
        )}
      </div>
      <div className="mt-1.5 flex justify-between text-ink-2 text-micro tabular-nums" aria-hidden="true">
        {steps.map((step) => (
          <span key={step}>{formatNumber(step)}</span>
        ))}
      </div>
    </>
  )
}

export function CreditGaugePending() {
  return (
    <section className="gauge" aria-busy="true" aria-label={t('Your credits')}>
      <div>
        <p className="text-ink-2">{t('Credits left')}</p>
        <p className="gauge-figure">
          <span className="skel h-14 w-24" />
        </p>
      </div>
      <div>
        <span className="skel h-4 w-80 max-w-full" />
        <span className="skel mt-3 h-8 w-full" />
      </div>
    </section>
  )
}
