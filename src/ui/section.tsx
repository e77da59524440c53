import { type ReactNode, useId } from 'react'

/** A section of a page: a header with title, side note and link, then the content. */
export function Section({
  title,
  aside,
  more,
  children,
}: {
  title: string
  aside?: ReactNode
  more?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="mt-12" aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-ink border-t-2 pt-2.5 pb-4">
        <h2 id={id} className="text-h3 max-sm:flex-1">
          {title}
        </h2>
        {aside && <p className="text-ink-2 text-small max-sm:order-3 max-sm:w-full">{aside}</p>}
        {more && <p className="ml-auto whitespace-nowrap font-semibold text-small">{more}</p>}
      </div>
      {children}
    </section>
  )
}
