import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { restorableDays } from '#features/catalogue/status-rules.ts'
import { publishedDate } from '#features/catalogue/web/author-link.tsx'
import type { OwnPrompt, PromptCheck } from '#features/writing/contract.ts'
import { hasWarnings } from '#features/writing/warning-rules.ts'
import { plural, t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { hidden } from '#ui/hidden-text.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { PublishWarnings } from './publish-warnings.tsx'

const labels = { md: 'Markdown', json: 'JSON', skill: 'SKILL.md', prompt: 'Dotprompt' }

/** One of the member's own prompts, with its numbers and buttons. */
export function OwnPromptRow({
  prompt,
  reads,
  onDelete,
  onRestore,
}: {
  prompt: OwnPrompt
  /**
   * How often the prompt was read in the last 30 days: undefined until known, 0 if the number is too low to be shown.
   */
  reads?: number
  onDelete: () => void
  onRestore: () => void
}) {
  const { slug, title, status } = prompt
  const draft = usePublishDraft(prompt)
  return (
    <li
      className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-6 gap-y-3 border-hair border-b py-4 md:grid-cols-[minmax(0,1fr)_auto]"
      data-cat={prompt.category.slug}
    >
      <div className="min-w-0">
        <h2 className="font-semibold text-lead leading-snug [overflow-wrap:anywhere]" dir="auto" lang={prompt.language}>
          <Title prompt={prompt} />
        </h2>
        <p className="mt-1 flex flex-wrap gap-x-4 text-ink-2 text-small tabular-nums">
          <span className="category">
            <span className="tile" aria-hidden="true" />
            {prompt.category.name}
          </span>
          {prompt.group && (
            <Link to="/group/$slug" params={{ slug: prompt.group.slug }} className="link min-w-0 truncate" dir="auto">
              {prompt.group.name}
            </Link>
          )}
          <Numbers prompt={prompt} reads={reads} />
        </p>
        {prompt.removedReason !== null && (
          <p className="mt-2 border-bad border-s-4 ps-3">
            <b>{t('Why it was removed:')} </b>
            <bdi>{prompt.removedReason}</bdi>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {status === 'deleted' && prompt.removedReason === null && (
          <button type="button" className="btn" onClick={onRestore}>
            {rich('Restore{hidden}', { hidden: <span className="sr-only"> {title}</span> })}
          </button>
        )}
        {status !== 'deleted' && (
          <>
            {status === 'draft' && (
              <button type="button" className="btn" aria-disabled={draft.isBusy} onClick={() => draft.publish()}>
                {draft.isBusy ? t('Publishing...') : t('Publish')}
                <span className="sr-only"> {title}</span>
              </button>
            )}
            <Link to="/prompt/$slug/edit" params={{ slug }} className="btn">
              {rich('Edit{hidden}', { hidden: <span className="sr-only"> {title}</span> })}
            </Link>
            <div className="quiet-actions gap-x-4">
              {(status !== 'draft' || prompt.version > 1) && (
                <Link to="/prompt/$slug/history" params={{ slug }} className="btn">
                  {rich('History<hidden> of {title}</hidden>', {
                    title,
                    hidden,
                  })}
                </Link>
              )}
              {status !== 'draft' && (
                <Link to="/prompt/$slug/statistics" params={{ slug }} className="btn">
                  {rich('Statistics<hidden> of {title}</hidden>', {
                    title,
                    hidden,
                  })}
                </Link>
              )}
            </div>
            {/* The open list covers what is below it, so no button moves. Only one row's list is open at a time. */}
            <details className="quiet-actions relative" name="downloads">
              <summary className="btn">
                {rich('Download{hidden}', { hidden: <span className="sr-only"> {title}</span> })}
              </summary>
              <span className="absolute top-full end-0 z-20 grid gap-3 rounded-2 border border-edge bg-raised px-4 py-3 text-small">
                <OwnPromptDownloads slug={slug} />
              </span>
            </details>
            <div className="quiet-actions border-hair max-md:ms-auto md:border-s md:ps-4">
              <button type="button" className="btn" onClick={onDelete}>
                {rich('Delete{hidden}', { hidden: <span className="sr-only"> {title}</span> })}
              </button>
            </div>
          </>
        )}
      </div>
      {draft.warnings && (
        <div className="col-span-full">
          <PublishWarnings
            check={draft.warnings}
            closeLabel={t('Keep as draft')}
            onPublish={() => draft.publish(true)}
            onClose={draft.dismiss}
          />
        </div>
      )}
    </li>
  )
}

function Title({ prompt: { slug, title, status } }: { prompt: OwnPrompt }) {
  if (status === 'deleted') return title
  const className = 'hover:underline'
  return status === 'published' ? (
    <Link to="/prompt/$slug" params={{ slug }} className={className}>
      {title}
    </Link>
  ) : (
    <Link to="/prompt/$slug/edit" params={{ slug }} className={className}>
      {title}
    </Link>
  )
}

/**
 * The numbers of a published prompt, except zeros, and when it was published. For any other prompt, only when it was
 * changed or deleted.
 */
function Numbers({ prompt, reads }: { prompt: OwnPrompt; reads?: number }) {
  const { status, votes, copies, favorites, deletedAt } = prompt
  if (status === 'deleted' && deletedAt)
    return (
      <span>
        {t('Deleted {date}. Gone for good after {restorableDays} days.', { date: usDate(deletedAt), restorableDays })}
      </span>
    )
  if (status !== 'published') return <span>{t('Changed {date}', { date: usDate(prompt.updatedAt) })}</span>
  return (
    <>
      {votes.up + votes.down > 0 && <span>{t('{up} up, {down} down', { up: votes.up, down: votes.down })}</span>}
      {copies > 0 && <span>{plural(copies, '{count} copy', '{count} copies')}</span>}
      {favorites > 0 && <span>{t('{favorites} saved', { favorites })}</span>}
      {reads !== undefined && reads > 0 && (
        <span>{plural(reads, '{count} read in 30 days', '{count} reads in 30 days')}</span>
      )}
      <span>{t('Published {publishedDate}', { publishedDate: publishedDate(prompt) })}</span>
    </>
  )
}

/**
 * Links that download one of the member's prompts, one for each file format. A prompt's page has its own copy of this
 * list, because a shared component would make that page load one more script.
 */
function OwnPromptDownloads({ slug }: { slug: string }) {
  return Object.entries(labels).map(([format, label]) => (
    <a key={format} className="link" href={`/api/prompts/${slug}/export?format=${format}`} download>
      {label}
    </a>
  ))
}

/**
 * The returned `publish` publishes the draft. If the draft has warnings, `publish` only sets `warnings`, and
 * `publish(true)` then publishes it anyway. A notice shows whether it was published.
 */
function usePublishDraft({ id, title, description, content, forkOf, version }: OwnPrompt) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [warnings, setWarnings] = useState<PromptCheck | null>(null)

  const publish = async (ignoresWarnings = false) => {
    if (isBusy) return
    setBusy(true)
    try {
      if (!ignoresWarnings) {
        const except = [id, ...(forkOf ? [forkOf.slug] : [])]
        const check = await api('POST /api/prompts/check', { body: { title, description, content, except } })
        if (hasWarnings(check)) return setWarnings(check)
      }
      const body = { status: 'published' as const, version }
      const { status } = await api('PATCH /api/prompts/{id}', { params: { id }, body })
      notify({ title: status === 'pending' ? t('Sent to the moderators') : t('Published'), text: title })
      await queryClient.invalidateQueries()
    } catch (error) {
      notify({ title: t('It was not published'), text: (error as Error).message, isFailure: true })
    } finally {
      setBusy(false)
    }
  }
  return { publish, isBusy, warnings, dismiss: () => setWarnings(null) }
}
