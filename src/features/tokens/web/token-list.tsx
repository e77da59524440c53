import type { ApiToken } from '#features/tokens/contract.ts'
import { usDate } from '#lib/us-date.ts'

const scopeWords = { read: 'Read', write: 'Write', run: 'Run' } as const

type Props = { tokens: ApiToken[]; onRevoke: (token: ApiToken) => void }

/** API tokens with their scopes and times, each with a button to revoke it. */
export function TokenList({ tokens, onRevoke }: Props) {
  return (
    <ul className="border-hair border-t">
      {tokens.map((token) => (
        <li key={token.id} className="flex min-h-16 items-center gap-3 border-hair border-b py-2">
          <div className="min-w-0 flex-1">
            <b className="block [overflow-wrap:anywhere]">{token.name}</b>
            <span className="block text-ink-2 text-small">
              {token.scopes.map((scope) => scopeWords[scope]).join(', ')}, until {usDate(token.expiresAt)},{' '}
              {token.lastUsedOn ? `last used ${usDate(`${token.lastUsedOn}T00:00:00Z`)}` : 'not used yet'}
            </span>
            {token.scopes.includes('run') && (
              <span className="block text-ink-2 text-small">
                {token.spentToday} of {token.dailyCredits} credits spent today (UTC)
              </span>
            )}
          </div>
          <button type="button" className="btn" onClick={() => onRevoke(token)}>
            Revoke<span className="sr-only"> {token.name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
