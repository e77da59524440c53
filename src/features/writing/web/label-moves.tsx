import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { LabelMove } from '#features/writing/label-contract.ts'
import { t } from '#lib/texts.ts'
import { ListPending } from '#ui/lists/list-pending.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Moment } from '#ui/moment.tsx'
import { labelMovesQuery } from './own-prompt-queries.ts'

/** Who moved which label of a prompt, for those who may edit it. It is loaded when it is opened. */
export function LabelMoves({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="mt-6 border-hair border-t pt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer font-semibold text-small">{t('Moves of labels')}</summary>
      {isOpen && <Moves id={id} />}
    </details>
  )
}

function Moves({ id }: { id: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const [cursor, setCursor] = useState<string>()
  const { data, error, refetch } = useQuery(labelMovesQuery(api, id, cursor))
  if (error) return <LoadFailure title={t('The moves could not be loaded')} error={error} onRetry={() => refetch()} />
  if (!data) return <ListPending />
  if (data.items.length === 0) return <p className="mt-2 text-ink-2">{t('This prompt has had no labels yet.')}</p>
  return (
    <>
      <ol className="mt-2 text-small">
        {data.items.map((move) => (
          <li key={move.id} className="border-hair border-b py-2">
            {sentenceOf(move)}
            <span className="block text-ink-2">
              <bdi>{move.user.username}</bdi>, <Moment time={move.movedAt} />
            </span>
          </li>
        ))}
      </ol>
      <Pager label={t('Pages of moves')} cursor={cursor} nextCursor={data.nextCursor} onTurn={setCursor} />
    </>
  )
}

function sentenceOf({ label, from, to }: LabelMove): string {
  if (to === null) return t('“{label}” removed from version {from}', { label, from: from ?? 0 })
  return from === null
    ? t('“{label}” put on version {to}', { label, to })
    : t('“{label}” moved from version {from} to {to}', { label, from, to })
}
