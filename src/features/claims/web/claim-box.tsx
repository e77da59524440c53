import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import { isGithubName } from '#features/claims/rules.ts'
import { claimByGithub } from '#features/connections/web/claim-flow.ts'
import { usDate } from '#lib/us-date.ts'
import { Deferred } from '#ui/lists/deferred.tsx'
import { notify } from '#ui/notice.tsx'
import { ownClaimsQuery } from './claim-queries.ts'
import { useReleaseClaim } from './use-release-claim.ts'

const loadForm = () => import('./claim-form.tsx').then(({ ClaimForm }) => ClaimForm)

/**
 * Explains on a credited author's page how a member can claim the name, and starts the claim. `hasGithubSignIn` tells
 * whether people can sign in with GitHub on this site.
 */
export function ClaimBox({ name, hasGithubSignIn }: { name: string; hasGithubSignIn: boolean }) {
  const router = useRouter()
  const { user } = useSession()
  const canProve = hasGithubSignIn && isGithubName(name)
  return (
    <section
      aria-label="Claim this page"
      className="mt-4 grid max-w-[52em] justify-items-start gap-3 text-ink-2 text-small"
    >
      <p>
        <b className="text-ink">Is this you?</b>{' '}
        {canProve ? (
          <>
            Sign in to the GitHub account <bdi className="font-semibold">{name}</bdi> to link these prompts to your
            account, or ask us to link them.
          </>
        ) : (
          'Ask us to link these prompts to your account.'
        )}{' '}
        {!user && (
          <Link
            to="/auth"
            className="link whitespace-nowrap font-semibold text-ink"
            onClick={(event) => {
              event.preventDefault()
              goToSignIn(router)
            }}
          >
            Sign in to claim it
          </Link>
        )}
      </p>
      {user && <MemberClaim name={name} canProve={canProve} />}
    </section>
  )
}

function MemberClaim({ name, canProve }: { name: string; canProve: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const release = useReleaseClaim()
  const { data } = useQuery(ownClaimsQuery(api))
  const [isAsking, setAsking] = useState(false)
  const [isRedirecting, setRedirecting] = useState(false)
  const openClaim = data?.find((claim) => claim.name === name && claim.status === 'pending')
  const prove = async () => {
    setRedirecting(true)
    try {
      await claimByGithub(api, name)
    } catch (error) {
      setRedirecting(false)
      notify({ title: 'The claim was not started', text: (error as Error).message, isFailure: true })
    }
  }
  return (
    <>
      {openClaim && (
        <p role="status">You asked on {usDate(openClaim.createdAt)}. A moderator will decide. We’ll email you.</p>
      )}
      <div className="flex flex-wrap gap-2">
        {canProve && (
          <button
            type="button"
            className="btn"
            aria-disabled={isRedirecting}
            onClick={isRedirecting ? undefined : prove}
          >
            {isRedirecting ? 'Going to GitHub...' : 'Claim with GitHub'}
          </button>
        )}
        {openClaim ? (
          <button type="button" className="btn" onClick={() => release(name, 'Claim withdrawn')}>
            Withdraw
          </button>
        ) : (
          <button type="button" className="btn" aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
            Ask a moderator
          </button>
        )}
      </div>
      {isAsking && !openClaim && <Deferred load={loadForm} props={{ name }} />}
    </>
  )
}
