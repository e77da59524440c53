import { Link } from '@tanstack/react-router'
import { t } from '#lib/texts.ts'

type Props<State extends string> = {
  to: '/admin/claims' | '/admin/comments' | '/admin/examples' | '/admin/messages'
  /** The state in the URL. Undefined means the items that need a decision. */
  current: State | undefined
  openName: string
  other: { state: State; name: string }
}

/**
 * The links above a queue: one to the items that need a decision, one to those in another state, such as decided ones.
 */
export function StateTabs<State extends string>({ to, current, openName, other }: Props<State>) {
  const options = [{ state: undefined, name: openName }, other]
  return (
    <nav aria-label={t('State')} className="seg mb-5">
      {options.map(({ state, name }) => (
        <Link
          key={name}
          to={to}
          search={{ state, cursor: undefined } as object}
          aria-current={state === current ? 'true' : undefined}
          activeOptions={{ exact: true }}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
