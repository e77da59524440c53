import type { ReactNode } from 'react'

/** The title of a page, with an introduction below it. `small`: uses a smaller font, for a long title. */
export function PageHead({ title, small, children }: { title: ReactNode; small?: boolean; children?: ReactNode }) {
  return (
    <header className="pt-6 pb-5 side:pt-8">
      <h1 className={small ? 'text-h2' : 'text-h1'} dir="auto">
        {title}
      </h1>
      {children && <p className="mt-2 max-w-[42em] text-ink-2">{children}</p>}
    </header>
  )
}
