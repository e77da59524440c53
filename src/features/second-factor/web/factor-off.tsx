import { useState } from 'react'
import type { SetUp } from '#features/second-factor/contract.ts'
import { FailureNote } from '#ui/note.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { PasswordStep } from './password-step.tsx'

type Props = { username: string; isRequired: boolean; onConfirmed: (codes: string[]) => void }

/** The section while the second factor is off. It guides the user through the set-up in three steps. */
export function FactorOff({ username, isRequired, onConfirmed }: Props) {
  const [step, setStep] = useState<'begin' | 'password' | SetUp>('begin')
  if (step === 'begin') {
    return (
      <>
        {isRequired && (
          <FailureNote title="Admins need two-step sign-in here">Until you set it up, you can only read.</FailureNote>
        )}
        <p>
          Two-step sign-in is off. When it is on, your password alone is not enough to sign in. You need an
          authenticator: an app on your phone, or your password manager.
        </p>
        <button type="button" className="btn justify-self-start" onClick={() => setStep('password')}>
          Set up two-step sign-in
        </button>
      </>
    )
  }
  if (step === 'password') {
    return <PasswordStep username={username} onSetUp={setStep} onCancel={() => setStep('begin')} />
  }
  return <ConfirmForm setUp={step} onConfirmed={onConfirmed} onCancel={() => setStep('begin')} />
}
