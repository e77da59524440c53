import { Link } from '@tanstack/react-router'
import type { ReportCase } from '#features/moderation/report-contract.ts'

type ReportedCollection = NonNullable<ReportCase['collection']>

/** Shows the moderator the texts of a reported collection. */
export function CollectionText({ collection }: { collection: ReportedCollection }) {
  const { slug, description, items, removedReason } = collection
  return (
    <div className="grid gap-3 [overflow-wrap:anywhere]">
      {removedReason !== null && (
        <p className="border-bad border-l-4 pl-3">
          <b>Why it was removed: </b>
          <bdi>{removedReason}</bdi>
        </p>
      )}
      {description && <p dir="auto">{description}</p>}
      <ol className="grid list-inside list-decimal gap-1">
        {items.map(({ title, note }) => (
          <li key={title + note} dir="auto">
            {title}
            {note && <span className="text-ink-2"> · {note}</span>}
          </li>
        ))}
      </ol>
      <p>
        <Link to="/collection/$slug" params={{ slug }} className="link">
          Open the collection
        </Link>
      </p>
    </div>
  )
}
