import type { ReactNode } from 'react'
import { t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'

/** Returns the id of a heading, for links to it: the heading's words in lower case, joined by hyphens. */
function headingId(heading: string): string | undefined {
  return heading
    .toLowerCase()
    .match(/\p{L}+/gu)
    ?.join('-')
}

/** A heading to which the page's table of contents links. */
export function InfoHeading({ children }: { children: string }) {
  return <h2 id={headingId(children)}>{children}</h2>
}

/**
 * A text page with a title, a lead and lines of a readable width. `contents` are the headings in the table of contents,
 * which is beside the text on wide screens and above it on others.
 */
export function InfoPage({
  title,
  lead,
  contents,
  children,
}: {
  title: string
  lead: ReactNode
  contents?: string[]
  children: ReactNode
}) {
  return (
    <div className="wrap">
      <PageHead title={title}>{lead}</PageHead>
      {contents && (
        <details className="mb-4 lg:hidden">
          <summary className="font-semibold">{t('On this page')}</summary>
          <ContentLinks headings={contents} />
        </details>
      )}
      <div className="flex justify-between gap-12">
        <div className="prose min-w-0">{children}</div>
        {contents && (
          <nav className="sticky top-20 w-76 self-start text-small max-lg:hidden" aria-label={t('On this page')}>
            <ContentLinks headings={contents} />
          </nav>
        )}
      </div>
    </div>
  )
}

function ContentLinks({ headings }: { headings: string[] }) {
  return (
    <ul className="border-ink border-t-2 pt-2">
      {headings.map((heading) => (
        <li key={heading}>
          <a href={`#${headingId(heading)}`} className="block py-1 text-ink-2 hover:text-ink hover:underline">
            {heading}
          </a>
        </li>
      ))}
    </ul>
  )
}
