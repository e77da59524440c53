import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CategoryLink } from '#features/catalogue/web/category-link.tsx'
import type { ToolDetails } from '#features/tools/contract.ts'
import { mentionedFacts, textsOf, wordOf } from '#features/tools/fact-rules.ts'
import { hostOf, toolTypeNames, typeNameInSentence } from '#features/tools/rules.ts'
import { t, translate } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/layout/section.tsx'
import { rich } from '#ui/rich.ts'
import { ToolGrid } from './tool-grid.tsx'
import { ToolGlyph, ToolTypeLabel } from './tool-labels.tsx'
import { ToolSiteLink } from './tool-site-link.tsx'

/**
 * The page of a tool with description, price and link. `actions` are buttons for members. `children` are shown below,
 * such as prompts and comments.
 */
export function ToolPage({
  tool,
  actions,
  children,
}: {
  tool: ToolDetails
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="wrap">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 pt-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <article data-type={tool.type}>
          <header className="flex items-start gap-4 pt-2">
            <ToolGlyph name={tool.name} mark={tool.mark} />
            <div className="min-w-0">
              <h1 className="text-h1 leading-none [overflow-wrap:anywhere]" dir="auto">
                {tool.name}
              </h1>
              <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
                <ToolTypeLabel type={tool.type} />
                {tool.featured && <span className="badge">{t('Featured')}</span>}
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
          {tool.strengths.length > 0 && (
            <>
              <h2 className="mt-6 mb-2 text-lead">{t('Good at')}</h2>
              <ul className="grid max-w-[38em] gap-x-8 gap-y-1 sm:grid-cols-2">
                {tool.strengths.map((strength) => (
                  <li key={strength} className="flex items-start gap-2 [overflow-wrap:anywhere]" dir="auto">
                    <Icon name="check" className="icon-sm mt-1 flex-none" />
                    {strength}
                  </li>
                ))}
              </ul>
            </>
          )}
          {tool.picture && (
            <img
              src={tool.picture.src}
              alt={t('What {name} looks like', { name: tool.name })}
              width={tool.picture.width}
              height={tool.picture.height}
              className="mt-6 h-auto max-h-[32rem] w-auto max-w-full rounded-2 border border-hair"
            />
          )}
        </article>
        <aside className="grid gap-4 lg:pt-2" aria-label={t('About this tool')}>
          <ToolSiteLink tool={tool} className="btn btn-primary min-h-12 min-w-0">
            {t('Visit')}
          </ToolSiteLink>
          {actions}
          <ToolFacts tool={tool} />
          <Link to="/tools" search={{ type: tool.type }} className="link justify-self-start font-semibold text-small">
            {t('All {kind} tools', { kind: typeNameInSentence(tool.type) })}
          </Link>
        </aside>
      </div>
      {tool.alternatives.length > 0 && (
        <Section
          title={t('Alternatives')}
          more={
            <Link to="/tools" search={{ q: `alternative to ${tool.name}` }} className="link">
              {t('More like {name}', { name: tool.name })}
            </Link>
          }
        >
          <ToolGrid tools={tool.alternatives} />
        </Section>
      )}
      {children}
    </div>
  )
}

function ToolFacts({ tool }: { tool: ToolDetails }) {
  return (
    <dl className="facts">
      <Fact name={t('Type')}>{toolTypeNames[tool.type]}</Fact>
      {mentionedFacts(tool).map((fact) => {
        const { heading, values } = textsOf(fact)
        const value = wordOf(values, tool[fact])
        return value === null ? null : (
          <Fact key={fact} name={translate(heading)}>
            {translate(value)}
          </Fact>
        )
      })}
      {tool.pricesOn && (
        <Fact name={t('Plans')}>
          <span dir="auto">{tool.prices}</span>
          <span className="block font-normal text-ink-2">
            {rich('as of {date}', { date: <time dateTime={tool.pricesOn}>{usDate(tool.pricesOn)}</time> })}
          </span>
        </Fact>
      )}
      <Fact name={t('Category')}>
        <CategoryLink category={tool.category} />
      </Fact>
      <Fact name={t('Site')}>
        <span className="[overflow-wrap:anywhere]">{hostOf(tool.url)}</span>
      </Fact>
      <Fact name={t('Added')}>{usDate(tool.createdAt)}</Fact>
      {usDate(tool.updatedAt) !== usDate(tool.createdAt) && <Fact name={t('Updated')}>{usDate(tool.updatedAt)}</Fact>}
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
