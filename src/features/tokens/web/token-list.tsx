import type { ApiToken } from '#features/tokens/contract.ts'
import { formatList } from '#lib/format-list.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { keepFocus } from '#ui/keep-focus.ts'
import { ListRow } from '#ui/lists/list-row.tsx'
import { rich } from '#ui/rich.ts'

const scopeLabels = { read: msg('Read'), write: msg('Write'), run: msg('Run') } as const

type Props = { tokens: ApiToken[]; onRevoke: (token: ApiToken) => void }

/**
 * Lists API tokens with their scopes, dates and, for the scope `run`, the credits spent today. Each has a button that
 * revokes it.
 */
export function TokenList({ tokens, onRevoke }: Props) {
  return (
    <ul className="border-hair border-t">
      {tokens.map((token) => (
        <ListRow
          key={token.id}
          action={
            <button type="button" className="btn" ref={keepFocus} onClick={() => onRevoke(token)}>
              {rich('Revoke{hidden}', { hidden: <span className="sr-only"> {token.name}</span> })}
            </button>
          }
        >
          <b className="block [overflow-wrap:anywhere]">{token.name}</b>
          <span className="block text-ink-2 text-small">{factsOf(token)}</span>
          {token.scopes.includes('run') && (
            <span className="block text-ink-2 text-small">
              {t('{spentToday} of {dailyCredits} credits spent today (UTC)', {
                spentToday: token.spentToday,
                dailyCredits: token.dailyCredits,
              })}
            </span>
          )}
        </ListRow>
      ))}
    </ul>
  )
}

function factsOf({ scopes, expiresAt, lastUsedOn }: ApiToken): string {
  const values = { scopes: formatList(scopes.map((scope) => translate(scopeLabels[scope]))), until: usDate(expiresAt) }
  return lastUsedOn
    ? t('{scopes}, until {until}, last used {date}', { ...values, date: usDate(`${lastUsedOn}T00:00:00Z`) })
    : t('{scopes}, until {until}, not used yet', values)
}
