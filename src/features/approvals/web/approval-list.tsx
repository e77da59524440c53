import { Link } from '@tanstack/react-router'
import type { ApprovalCard } from '#features/approvals/contract.ts'
import { kindNames, stateNames } from '#features/approvals/rules.ts'
import { t } from '#lib/texts.ts'
import { ListRow } from '#ui/lists/list-row.tsx'
import { Moment } from '#ui/moment.tsx'
import { rich } from '#ui/rich.ts'

/** Lists what was sent for approval. `showsGroup`: names the group, in a list of several groups. */
export function ApprovalList({ items, showsGroup = false }: { items: ApprovalCard[]; showsGroup?: boolean }) {
  return (
    <ul className="border-hair border-t">
      {items.map(({ id, kind, state, prompt, group, user, revisedAt, mayDecide }) => (
        <ListRow
          key={id}
          action={
            <Link
              to="/approval/$id"
              params={{ id }}
              className="btn"
              aria-label={
                mayDecide
                  ? t('Review “{title}”', { title: prompt.title })
                  : t('View “{title}”', { title: prompt.title })
              }
            >
              {mayDecide ? t('Review', { context: 'verb' }) : t('View', { context: 'verb' })}
            </Link>
          }
        >
          <p className="font-semibold [overflow-wrap:anywhere]" dir="auto">
            {prompt.title}
          </p>
          <p className="flex flex-wrap items-baseline gap-x-2 text-ink-2 text-small [overflow-wrap:anywhere]">
            <span className="badge">{state === 'waiting' ? kindNames[kind] : stateNames[state]}</span>
            {showsGroup && <bdi>{group.name}</bdi>}
            <span>
              {rich('By {username},', { username: <bdi>{user.username}</bdi> })} <Moment time={revisedAt} />
            </span>
          </p>
        </ListRow>
      ))}
    </ul>
  )
}
