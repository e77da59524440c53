import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isNotFoundError } from '#client/not-found.ts'
import type { ReportSlot } from '#client/report-slot.ts'
import type { ChangeRequest } from '#features/change-requests/contract.ts'
import { changeRequestLimits, isPending, stateNames } from '#features/change-requests/rules.ts'
import { t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { ListPending } from '#ui/lists/list-pending.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { Moment } from '#ui/moment.tsx'
import { rich } from '#ui/rich.ts'
import { AuthorDecision } from './author-decision.tsx'
import { requestQuery } from './request-queries.ts'
import { RequestTexts } from './request-texts.tsx'
import { SideTests } from './side-tests.tsx'
import { useChangeRequestAction } from './use-change-request-action.ts'

/** `Report` is the button that reports the suggested edit. A higher feature provides it. */
export type RequestPageProps = { id: string; notFound: ReactNode; Report: ReportSlot }

/** Shows a suggested edit: its reason, its texts, and what the prompt's author and the proposer can do. */
export function RequestPage({ id, notFound, Report }: RequestPageProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: request, error, refetch } = useQuery(requestQuery(api, id))
  if (isNotFoundError(error)) return notFound
  return (
    <div className="wrap pb-10" aria-busy={!request && !error}>
      <PageHead title={t('Suggested edit')}>
        {request && (
          <Link to="/prompt/$slug" params={{ slug: request.prompt.slug }} className="link" dir="auto">
            {request.prompt.title}
          </Link>
        )}
      </PageHead>
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!request && !error && <ListPending />}
      {request && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <RequestFacts request={request} />
          <RequestTexts request={request} />
          <Decision key={request.revision} request={request} />
          <SideTests request={request} />
          {!request.isOwn && (
            <div>
              <Report target={{ changeRequestId: request.id }} noun="suggested edit" title={request.prompt.title} />
            </div>
          )}
        </div>
      )}
    </div>
  )
}

function RequestFacts({ request }: { request: ChangeRequest }) {
  const { state, user, revisedAt, reason, answer, removedReason, acceptedVersion } = request
  return (
    <div className="grid gap-2 [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="badge">{stateNames[state]}</span>
        <span className="text-ink-2 text-small">
          {rich('By {username}, {moment}', {
            username: <bdi>{user.username}</bdi>,
            moment: <Moment time={revisedAt} />,
          })}
          {acceptedVersion !== null && `. ${t('Accepted as version {version}.', { version: acceptedVersion })}`}
        </span>
      </p>
      <p>
        <b>{t('Why:')} </b>
        <bdi>{reason}</bdi>
      </p>
      {answer && (
        <p className="border-ink border-l-4 pl-3">
          <b>{t('The author’s answer:')} </b>
          <bdi>{answer}</bdi>
        </p>
      )}
      {removedReason && (
        <p className="border-bad border-l-4 pl-3">
          <b>{t('Why it was removed:')} </b>
          <bdi>{removedReason}</bdi>
        </p>
      )}
    </div>
  )
}

function Decision({ request }: { request: ChangeRequest }) {
  const [content, setContent] = useState(request.proposed.content)
  if (!isPending(request.state)) return null
  if (request.isOwn) return <ProposerActions request={request} />
  return request.mayDecide ? <AuthorDecision request={request} content={content} onChange={setContent} /> : null
}

/**
 * Lets the proposer revise or withdraw the suggested edit. After a month without an answer, also lets them fork the
 * prompt, if its license allows it.
 */
function ProposerActions({ request }: { request: ChangeRequest }) {
  const { id, prompt, isSilent, licence } = request
  const { run, isSending } = useChangeRequestAction(id)
  const { slug } = prompt
  return (
    <section aria-label={t('Your suggestion')} className="grid gap-3">
      {isSilent && licence !== 'all-rights-reserved' && (
        <p className="border-ink border-l-4 pl-3">
          {rich(
            'Nobody has answered for {silentDays} days. You can <link>fork the prompt</link> with your text and publish your own version.',
            {
              silentDays: changeRequestLimits.silentDays,
              link: (text) => (
                <Link to="/create-prompt" search={{ fork: slug, suggestion: id }} className="link">
                  {text}
                </Link>
              ),
            },
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Link to="/prompt/$slug/suggest" params={{ slug }} className="btn btn-primary">
          {t('Revise')}
        </Link>
        <button
          type="button"
          className="btn"
          aria-disabled={isSending}
          onClick={() =>
            run(t('Withdrawn'), (api) => api('POST /api/change-requests/{id}/withdraw', { params: { id } }))
          }
        >
          {t('Withdraw')}
        </button>
      </div>
    </section>
  )
}
