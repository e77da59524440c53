import { type ReactNode, useId } from 'react'

/**
 * A section of a page. Its header has a title, a short note (`aside`), and a link or button (`more`). `quiet`: makes
 * the section compact, with a smaller title, while it is empty or not yet opened. `isPart`: the section is in another
 * one, so its title is smaller and one level lower.
 */
export function Section({
  title,
  aside,
  more,
  quiet = false,
  isPart = false,
  children,
}: {
  title: string
  aside?: ReactNode
  more?: ReactNode
  quiet?: boolean
  isPart?: boolean
  children?: ReactNode
}) {
  const id = useId()
  const Heading = isPart ? 'h3' : 'h2'
  if (quiet || isPart)
    return (
      <section
        className="mt-3 flex flex-wrap items-center *:min-w-0 gap-x-4 gap-y-2 border-hair border-t pt-3 [&>:is(div,form,ol)]:basis-full"
        aria-labelledby={id}
      >
        <Heading id={id} className="text-lead">
          {title}
        </Heading>
        <p className="flex-1 basis-48 text-ink-2 text-small">{aside}</p>
        {more}
        {quiet ? children : <div>{children}</div>}
      </section>
    )
  return (
    <section className="mt-9 md:mt-12" aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-ink border-t-2 pt-2.5 pb-4">
        <h2 id={id} className="text-h3 max-sm:flex-1">
          {title}
        </h2>
        {aside && <p className="text-ink-2 text-small max-sm:order-3 max-sm:w-full">{aside}</p>}
        {more && <p className="ms-auto whitespace-nowrap font-semibold text-small">{more}</p>}
      </div>
      {children}
    </section>
  )
}
