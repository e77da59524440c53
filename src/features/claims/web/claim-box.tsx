import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import { isGithubName } from '#features/claims/rules.ts'
import { claimByGithub } from '#features/connections/web/claim-flow.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Deferred } from '#ui/lists/deferred.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
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
      aria-label={t('Claim this page')}
      className="mt-4 grid max-w-[52em] justify-items-start gap-3 text-ink-2 text-small"
    >
      <p>
        <b className="text-ink">{t('Is this you?')}</b>{' '}
        {canProve ? (
          <>
            {rich(
              'Sign in to the GitHub account {name} to link these prompts to your account, or ask us to link them.',
              { name: <bdi className="font-semibold">{name}</bdi> },
            )}
          </>
        ) : (
          t('Ask us to link these prompts to your account.')
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
            {t('Sign in to claim it')}
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
      notify({ title: t('The claim was not started'), text: (error as Error).message, isFailure: true })
    }
  }
  return (
    <>
      {openClaim && (
        <p role="status">
          {t('You asked on {date}. A moderator will decide. We’ll email you.', { date: usDate(openClaim.createdAt) })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {canProve && (
          <button
            type="button"
            className="btn"
            aria-disabled={isRedirecting}
            onClick={isRedirecting ? undefined : prove}
          >
            {isRedirecting ? t('Going to GitHub...') : t('Claim with GitHub')}
          </button>
        )}
        {openClaim ? (
          <button type="button" className="btn" onClick={() => release(name, t('Claim withdrawn'))}>
            {t('Withdraw')}
          </button>
        ) : (
          <button type="button" className="btn" aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
            {t('Ask a moderator')}
          </button>
        )}
      </div>
      {isAsking && !openClaim && <Deferred load={loadForm} props={{ name }} />}
    </>
  )
}
