import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Tool } from '#features/tools/contract.ts'
import { hostOf } from '#features/tools/rules.ts'
import { shortFactsOf, ToolGlyph, ToolTypeLabel } from './tool-labels.tsx'

/** Shows tools in the cells of a grid. `text` replaces the description, for example with a search headline. */
export function ToolGrid<Item extends Tool>({
  tools,
  text,
  isShelf = false,
}: {
  tools: Item[]
  text?: (tool: Item) => ReactNode
  /** Whether the cells are side by side on a phone too. */
  isShelf?: boolean
}) {
  return (
    <div className={isShelf ? 'cards shelf' : 'cards'}>
      {tools.map((tool) => (
        <article key={tool.id} className="tool-card" data-type={tool.type}>
          <ToolGlyph name={tool.name} mark={tool.mark} />
          <h3 className="tool-name">
            <Link to="/tools/$slug" params={{ slug: tool.slug }} className="cover" data-list-item="">
              {tool.name}
            </Link>
          </h3>
          <p className="meta">
            <ToolTypeLabel type={tool.type} hasTile={false} />
            {shortFactsOf(tool).map(({ fact, text, isTrue }) => (
              <span key={fact} className={`flex-none ${isTrue ? '' : 'font-semibold'}`}>
                {text}
              </span>
            ))}
            <span className="truncate">{hostOf(tool.url)}</span>
          </p>
          <p className="tool-text line-clamp-3 max-sm:line-clamp-2" dir="auto">
            {text?.(tool) ?? tool.description}
          </p>
        </article>
      ))}
    </div>
  )
}
