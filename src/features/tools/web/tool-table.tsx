import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Tool } from '#features/tools/contract.ts'
import { t } from '#lib/texts.ts'
import { shortFactsOf, ToolGlyph, ToolTypeLabel } from './tool-labels.tsx'
import { ToolSiteLink } from './tool-site-link.tsx'

/** Lists tools as rows of a table, with links to their sites. `text` replaces the description. */
export function ToolTable<Item extends Tool>({
  tools,
  heading: Heading = 'h3',
  text,
  hasHead = true,
}: {
  tools: Item[]
  heading?: 'h2' | 'h3' | 'h4'
  text?: (tool: Item) => ReactNode
  /** Whether to show the names of the columns. */
  hasHead?: boolean
}) {
  return (
    <div className="overflow-clip rounded-2 border border-hair bg-raised">
      {hasHead && (
        <div
          className="tool-row border-ink border-t-0 border-b text-ink-2 text-micro max-side:hidden"
          aria-hidden="true"
        >
          <span />
          <span>{t('Name')}</span>
          <span>{t('What it does')}</span>
          <span>{t('Type and price')}</span>
          <span className="text-end">{t('Site')}</span>
        </div>
      )}
      {tools.map((tool) => (
        <article key={tool.id} className="tool-row first:border-t-0" data-type={tool.type}>
          <ToolGlyph name={tool.name} mark={tool.mark} />
          <Heading className="line-clamp-2 text-lead leading-tight [overflow-wrap:anywhere]">
            <Link to="/tools/$slug" params={{ slug: tool.slug }} className="cover" data-list-item="">
              {tool.name}
            </Link>
          </Heading>
          <p className="tool-text line-clamp-3" dir="auto">
            {text?.(tool) ?? tool.description}
          </p>
          <p className="flex flex-wrap gap-x-3 text-small">
            <ToolTypeLabel type={tool.type} />
            {shortFactsOf(tool).map(({ fact, text, isTrue }) => (
              <span key={fact} className={isTrue ? 'text-ink-2' : 'font-semibold'}>
                {text}
              </span>
            ))}
          </p>
          <ToolSiteLink tool={tool} className="site link inline-flex items-center gap-1.5 text-small" />
        </article>
      ))}
    </div>
  )
}
