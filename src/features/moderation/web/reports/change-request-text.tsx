import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { ExactText, MarkedText } from '#features/catalogue/web/exact-text.tsx'
import { requestQuery } from '#features/change-requests/web/request-queries.ts'
import type { ReportCase } from '#features/moderation/report-contract.ts'
import { isWhole } from '#features/moderation/rules.ts'
import { t } from '#lib/texts.ts'
import { Skeleton } from '#ui/lists/skeleton.tsx'
import { TextDiff } from '#ui/text-diff.tsx'
import { WhyRemoved } from '../why-removed.tsx'

type ReportedEdit = NonNullable<ReportCase['changeRequest']>

/**
 * Shows the moderator a reported suggested edit: its reason, and how its text differs from `base`, the text that it is
 * based on. If that version isn't public, `base` is null, and the whole text is shown as new. Invisible
 * characters are shown as codes.
 */
export function ChangeRequestText({ changeRequest }: { changeRequest: ReportedEdit }) {
  const { reason, title, description, content, base, removedReason } = changeRequest
  return (
    <div className="grid gap-3 [overflow-wrap:anywhere]">
      <WhyRemoved reason={removedReason} />
      <p>
        <b>{t('Reason:')} </b>
        <bdi>{reason}</bdi>
      </p>
      <p>
        <b>{t('Title:')} </b>
        <bdi>
          <MarkedText text={title} />
        </bdi>
      </p>
      {description && (
        <p dir="auto">
          <MarkedText text={description} />
        </p>
      )}
      {isWhole(content) && isWhole(base ?? '') ? (
        <Changes before={base ?? ''} after={content} />
      ) : (
        <LoadedChanges id={changeRequest.id} />
      )}
      <p>
        <Link to="/suggested-edit/$id" params={{ id: changeRequest.id }} className="link">
          {t('Open the suggested edit')}
        </Link>
      </p>
    </div>
  )
}

/** Loads the whole texts of a suggested edit, and shows how they differ. */
function LoadedChanges({ id }: { id: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data, error } = useQuery(requestQuery(api, id))
  if (data) return <Changes before={data.base?.content ?? ''} after={data.proposed.content} />
  return error ? <p role="alert">{error.message}</p> : <Skeleton className="h-32" />
}

const Changes = (texts: { before: string; after: string }) => (
  <TextDiff {...texts} show={(text) => <ExactText text={text} />} />
)
