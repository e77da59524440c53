import type { ReactNode } from 'react'

type Props = { title: ReactNode; above?: ReactNode; small?: boolean; children?: ReactNode }

/**
 * The title of a page, with an introduction below it. `above`: a line that says where the page belongs. `small`: uses a
 * smaller font, for a long title.
 */
export function PageHead({ title, above, small, children }: Props) {
  return (
    <header className="pt-6 pb-5 side:pt-8">
      {above && <p className="text-ink-2 text-small">{above}</p>}
      <h1 className={small ? 'text-h2' : 'text-h1'} dir="auto">
        {title}
      </h1>
      {children && <p className="mt-2 max-w-[42em] text-ink-2">{children}</p>}
    </header>
  )
}
