import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { SetUp } from '#features/second-factor/contract.ts'
import { t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { FailureNote } from '#ui/note.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { FactorOn } from './factor-on.tsx'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'

/**
 * Returns the query for the state of the member's second factor. The state is requested each time the section opens,
 * because people open the section to change it.
 */
function factorQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/second-factor'), staleTime: 0 })
}

/**
 * The section of the settings where a member sets up the second factor, replaces recovery codes and switches it off.
 */
export function SecondFactorSection({ username }: { username: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(factorQuery(api))
  const [codes, setCodes] = useState<string[] | null>(null)
  const onCodesChanged = (newCodes: string[] | null) => {
    setCodes(newCodes)
    return queryClient.invalidateQueries({ queryKey: factorQuery(api).queryKey })
  }
  return (
    <Section title={t('Two-step sign-in')} aside={t('A code from your phone, in addition to the password.')}>
      <div className="grid max-w-160 grid-cols-1 gap-6" aria-busy={!data && !error}>
        {error && !data && (
          <LoadFailure title={t('Two-step sign-in could not be loaded')} error={error} onRetry={() => refetch()} />
        )}
        {codes && <RecoveryCodeList codes={codes} username={username} onSaved={() => setCodes(null)} />}
        {data?.enabled && !codes && (
          <FactorOn username={username} codesLeft={data.recoveryCodesLeft} onChanged={onCodesChanged} />
        )}
        {data && !data.enabled && (
          <FactorOff username={username} isRequired={data.setupRequired} onConfirmed={onCodesChanged} />
        )}
      </div>
    </Section>
  )
}

type Props = { username: string; isRequired: boolean; onConfirmed: (codes: string[]) => void }

/** The section while the second factor is off. It guides the user through the set-up in three steps. */
function FactorOff({ username, isRequired, onConfirmed }: Props) {
  const [step, setStep] = useState<'begin' | 'password' | SetUp>('begin')
  if (step === 'begin') {
    return (
      <>
        {isRequired && (
          <FailureNote title={t('Admins need two-step sign-in here')}>
            {t('Until you set it up, you can only read.')}
          </FailureNote>
        )}
        <p>
          {t(
            'Two-step sign-in is off. When it is on, your password alone is not enough to sign in. You need an authenticator: an app on your phone, or your password manager.',
          )}
        </p>
        <button type="button" className="btn justify-self-start" onClick={() => setStep('password')}>
          {t('Set up two-step sign-in')}
        </button>
      </>
    )
  }
  if (step === 'password') {
    return <PasswordStep username={username} onSetUp={setStep} onCancel={() => setStep('begin')} />
  }
  return <ConfirmForm setUp={step} onConfirmed={onConfirmed} onCancel={() => setStep('begin')} />
}
