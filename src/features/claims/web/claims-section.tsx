import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import type { Claim } from '#features/claims/contract.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Section } from '#ui/layout/section.tsx'
import { ListRow } from '#ui/lists/list-row.tsx'
import { ownClaimsQuery } from './claim-queries.ts'
import { useReleaseClaim } from './use-release-claim.ts'

/**
 * Lists the credited names that the member claimed, with the state of each claim. Renders nothing if there are none.
 */
export function ClaimsSection() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useQuery(ownClaimsQuery(api))
  if (!data || data.length === 0) return null
  return (
    <Section
      title={t('Credited names')}
      aside={t('Once a name is yours, imported prompts credited to it count as yours.')}
    >
      <ul className="max-w-160 border-hair border-t">
        {data.map((claim) => (
          <ClaimRow key={claim.id} claim={claim} />
        ))}
      </ul>
    </Section>
  )
}

function ClaimRow({ claim }: { claim: Claim }) {
  const release = useReleaseClaim()
  const { name, status, holds } = claim
  return (
    <ListRow
      action={
        (holds || status === 'pending') && (
          <button
            type="button"
            className="btn"
            onClick={() => release(name, holds ? t('The name is no longer yours') : t('Claim withdrawn'))}
          >
            {holds ? t('Release') : t('Withdraw')}
            <span className="sr-only"> {name}</span>
          </button>
        )
      }
    >
      <Link to="/author/$name" params={{ name }} className="link font-semibold [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </Link>
      <span className="block text-ink-2 text-small">{stateOf(claim)}</span>
    </ListRow>
  )
}

function stateOf({ status, proof, holds, createdAt, decidedAt }: Claim): string {
  if (holds)
    return proof === 'github'
      ? t('Yours since {date}, proven by GitHub', { date: usDate(decidedAt ?? createdAt) })
      : t('Yours since {date}, approved by a moderator', { date: usDate(decidedAt ?? createdAt) })
  if (status === 'pending') return t('Requested on {date}. A moderator will decide.', { date: usDate(createdAt) })
  return status === 'declined' ? t('A moderator declined your claim.') : t('No longer yours.')
}
