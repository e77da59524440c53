import { type ReactNode, useId } from 'react'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'

type Props = {
  name: string
  price?: string
  period?: string
  benefits: string[]
  isOwn: boolean
  children?: ReactNode
}

/** Shows a plan: its price if known, its benefits and its actions (`children`). `isOwn` marks it as the user's plan. */
export function PlanCard({ name, price, period, benefits, isOwn, children }: Props) {
  const id = useId()
  return (
    <section className="cards flex flex-col gap-5 p-6" aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={id} className="text-h2">
          {name}
        </h2>
        {isOwn && <span className="font-semibold text-good text-small">{t('Your plan')}</span>}
      </div>
      {price && (
        <p className="tabular-nums">
          <b className="font-display text-h1">{price}</b> <span className="text-ink-2">{period}</span>
        </p>
      )}
      <ul className="grid gap-2">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex gap-2.5">
            <Icon name="check" className="icon mt-0.5 text-good" />
            {benefit}
          </li>
        ))}
      </ul>
      {children && <div className="mt-auto grid justify-items-start gap-3 pt-2">{children}</div>}
    </section>
  )
}
