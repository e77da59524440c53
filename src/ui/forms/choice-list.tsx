import { Link, type LinkProps } from '@tanstack/react-router'
import { useId } from 'react'
import { formatNumber } from '#lib/numbers.ts'

/**
 * A value of a filter, or an order of a list, shown as a link. `isCurrent`: it is selected. `count`: how many items it
 * leads to. `category`: the slug of the category whose color it shows.
 */
export type Choice = { label: string; link: LinkProps; isCurrent: boolean; count?: number; category?: string }

/** A titled list of choices, which are links. */
export function ChoiceList({ title, choices }: { title: string; choices: Choice[] }) {
  const id = useId()
  return (
    <section className="border-ink border-t-2 pt-2.5 pb-5" aria-labelledby={id}>
      <h2 id={id} className="mb-1.5 font-sans text-[0.875rem] tracking-normal">
        {title}
      </h2>
      <ul>
        {choices.map(({ label, link, isCurrent, count, category }) => (
          <li key={label}>
            <Link
              {...link}
              activeOptions={{ exact: true }}
              aria-current={isCurrent ? 'true' : undefined}
              data-cat={category}
              className="choice"
              onClick={closeSheet}
            >
              {category && <span className="tile" />}
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]" dir="auto">
                {label}
              </span>
              {count !== undefined && <span className="text-small tabular-nums opacity-75">{formatNumber(count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Closes the sheet (a popover) that shows the element on phones. Does nothing if no sheet is open. */
export function closeSheet(event: { currentTarget: Element }) {
  const sheet = event.currentTarget.closest<HTMLElement>('[popover]')
  if (sheet?.matches(':popover-open')) sheet.hidePopover()
}
