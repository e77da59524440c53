import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import type { Reference } from '#features/reference/contract.ts'
import { termMax } from '#features/reference/search-rules.ts'
import { pathInLanguage } from '#lib/language.ts'
import { t } from '#lib/texts.ts'
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
          <ReferenceSearch q={q} />
          <details className="side:hidden">
            <summary className="py-2 font-semibold">{t('Subjects')}</summary>
            <Subjects subjects={subjects} current={current} />
          </details>
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
    <nav aria-label={t('Subjects')} className="mt-4 border-ink border-t-2 pt-2 text-small">
      <Link to="/api/docs" search={{}} activeOptions={{ exact: true }} className="subject">
        {t('All operations')}
      </Link>
      {subjects.map(({ slug, name, operations }) => (
        <Link
          key={slug}
          to="/api/docs/$subject"
          params={{ subject: slug }}
          className="subject"
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

/** An operation's method and path. */
export function Endpoint({ method, path }: { method: string; path: string }) {
  return (
    <code className="endpoint">
      <b>{method}</b> {path}
    </code>
  )
}
