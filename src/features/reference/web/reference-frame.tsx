import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import type { Reference } from '#features/reference/contract.ts'
import { termMax } from '#features/reference/search-rules.ts'
import { pathInLanguage } from '#lib/language.ts'
import { t } from '#lib/texts.ts'
import { Address } from '#ui/address.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import './reference.css'

/** The frame of the reference's pages: title, search, and the list of subjects, next to the page on wide screens. */
export function ReferenceFrame({
  subjects,
  title,
  lead,
  q,
  current,
  children,
}: {
  subjects: Reference['subjects']
  title: ReactNode
  lead: ReactNode
  /** The current search. */
  q?: string
  /** The slug of the subject that is shown. */
  current?: string
  children: ReactNode
}) {
  return (
    <div className="wrap pb-12">
      <PageHead title={title}>{lead}</PageHead>
      <div className="reference">
        <div className="reference-side">
          <details className="mb-3 side:hidden">
            <summary className="btn w-full justify-between">
              {t('Subjects')}
              <Icon name="chevron-down" className="icon-sm" />
            </summary>
            <Subjects subjects={subjects} current={current} />
          </details>
          <ReferenceSearch q={q} />
          <div className="max-side:hidden">
            <Subjects subjects={subjects} current={current} />
          </div>
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  )
}

function Subjects({ subjects, current }: { subjects: Reference['subjects']; current?: string }) {
  return (
    <nav aria-label={t('Subjects')} className="mt-4 border-ink border-t-2 px-2 pt-2">
      <Link to="/api/docs" search={{}} activeOptions={{ exact: true }} className="choice">
        {t('All operations')}
      </Link>
      {subjects.map(({ slug, name, operations }) => (
        <Link
          key={slug}
          to="/api/docs/$subject"
          params={{ subject: slug }}
          className="choice justify-between"
          aria-current={slug === current ? 'page' : undefined}
        >
          <span lang="en">{name}</span>
          <span className="text-ink-3 tabular-nums">{operations.length}</span>
        </Link>
      ))}
    </nav>
  )
}

/** The search over all operations. Without JavaScript, the form requests the list with the term. */
function ReferenceSearch({ q }: { q?: string }) {
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const term = String(new FormData(event.currentTarget).get('q')).trim()
    navigate({ to: '/api/docs', search: term ? { q: term } : {} })
  }
  return (
    <search>
      <form key={q} action={pathInLanguage('/api/docs')} className="flex gap-2" onSubmit={submit}>
        <input
          type="search"
          name="q"
          data-key="search"
          defaultValue={q}
          maxLength={termMax}
          aria-label={t('Search the API')}
          placeholder={t('Search the API')}
          className="min-h-11 min-w-0 flex-1 rounded-1 border border-edge bg-raised px-3"
        />
        <button type="submit" className="btn" aria-label={t('Search')}>
          <Icon name="search" className="icon-sm" />
        </button>
      </form>
    </search>
  )
}

/** A text of the API's description. Parts between backticks become code. */
export function CodeText({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  )
}

type Summary = Reference['subjects'][number]['operations'][number]

/** An operation's method and path. Methods differ in more than their color. */
export function Endpoint({ method, path }: { method: string; path: string }) {
  return (
    <span className="endpoint">
      <b className={`method method-${method.toLowerCase()}`}>{method}</b>{' '}
      <code>
        <Address>{path}</Address>
      </code>
    </span>
  )
}

/** Who may call an operation, and whether it costs credits. */
export function AccessMarks({ access, costsCredits }: Pick<Summary, 'access' | 'costsCredits'>) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <span className="badge border-hair" lang="en" dir="auto">
        <CodeText>{access}</CodeText>
      </span>
      {costsCredits && <span className="badge method-post">{t('Costs credits')}</span>}
    </span>
  )
}

/** Operations, each with a link to its details, which are on the page of its subject. */
export function OperationList({ slug, operations }: { slug: string; operations: Summary[] }) {
  return (
    <ul>
      {operations.map(({ id, method, path, summary, ...access }) => (
        <li key={id} className="operation-row">
          <Link to="/api/docs/$subject" params={{ subject: slug }} hash={id} className="cover block">
            <Endpoint method={method} path={path} />
          </Link>
          <span className="text-ink-2 text-small" lang="en" dir="auto">
            <CodeText>{summary}</CodeText>
          </span>{' '}
          <AccessMarks {...access} />
        </li>
      ))}
    </ul>
  )
}
