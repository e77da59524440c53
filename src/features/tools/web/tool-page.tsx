import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CategoryLink } from '#features/catalogue/web/category-link.tsx'
import type { Tool } from '#features/tools/contract.ts'
import { mentionedFacts, textsOf, wordOf } from '#features/tools/fact-rules.ts'
import { hostOf, toolTypeNames, typeNameInSentence } from '#features/tools/rules.ts'
import { usDate } from '#lib/us-date.ts'
import { ToolGlyph, ToolTypeLabel } from './tool-labels.tsx'
import { ToolSiteLink } from './tool-site-link.tsx'

/**
 * The page of a tool with description, price and link. `actions` are buttons for members. `children` are shown below,
 * such as prompts and comments.
 */
export function ToolPage({ tool, actions, children }: { tool: Tool; actions?: ReactNode; children?: ReactNode }) {
  return (
    <div className="wrap">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 pt-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <article data-type={tool.type}>
          <header className="flex items-start gap-4 pt-2">
            <ToolGlyph name={tool.name} />
            <div className="min-w-0">
              <h1 className="text-h1 leading-none [overflow-wrap:anywhere]" dir="auto">
                {tool.name}
              </h1>
              <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
                <ToolTypeLabel type={tool.type} />
                {tool.featured && <span className="badge">Featured</span>}
                {tool.tags.map((tag) => (
                  <Link
                    key={tag}
                    to="/search"
                    search={{ q: tag }}
                    className="tag max-w-full overflow-hidden text-ellipsis"
                    dir="auto"
                  >
                    {tag}
                  </Link>
                ))}
              </p>
            </div>
          </header>
          <p className="mt-5 max-w-[38em] text-lead leading-normal [overflow-wrap:anywhere]" dir="auto">
            {tool.description}
          </p>
        </article>
        <aside className="grid gap-4 lg:pt-2" aria-label="About this tool">
          <ToolSiteLink tool={tool} className="btn btn-primary min-h-12 min-w-0">
            Visit
          </ToolSiteLink>
          {actions}
          <ToolFacts tool={tool} />
          <Link to="/tools" search={{ type: tool.type }} className="link justify-self-start font-semibold text-small">
            All {typeNameInSentence(tool.type)} tools
          </Link>
        </aside>
      </div>
      {children}
    </div>
  )
}

function ToolFacts({ tool }: { tool: Tool }) {
  return (
    <dl className="facts">
      <Fact name="Type">{toolTypeNames[tool.type]}</Fact>
      {mentionedFacts(tool).map((fact) => {
        const { heading, values } = textsOf(fact)
        const value = wordOf(values, tool[fact])
        return value === null ? null : (
          <Fact key={fact} name={heading}>
            {value}
          </Fact>
        )
      })}
      <Fact name="Category">
        <CategoryLink category={tool.category} />
      </Fact>
      <Fact name="Site">
        <span className="[overflow-wrap:anywhere]">{hostOf(tool.url)}</span>
      </Fact>
      <Fact name="Added">{usDate(tool.createdAt)}</Fact>
      {usDate(tool.updatedAt) !== usDate(tool.createdAt) && <Fact name="Updated">{usDate(tool.updatedAt)}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
