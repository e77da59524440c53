import { useCallback, useRef, useState } from 'react'
import { CaptchaField } from './captcha-field.tsx'
import type { CaptchaUse } from './run-captcha.ts'

/**
 * How long a submit waits for the captcha, in ms. After that the form is sent without a solution, and the server
 * refuses it.
 */
const maxWaitMs = { usual: 30_000, withoutWebCrypto: 180_000 }

/**
 * Returns a form's captcha: the field to render inside the form, and functions for its value. `waitForSolution` returns
 * undefined if no captcha is required, or if it isn't solved in time. `renew` requests a new solution, because each
 * solution works only once.
 */
export function useCaptcha(use: CaptchaUse) {
  const [attempt, setAttempt] = useState(0)
  const currentSolution = useRef<string>(undefined)
  const resumeSubmit = useRef<() => void>(undefined)

  const onSolved = useCallback((solution: string | undefined) => {
    currentSolution.current = solution
    if (solution !== undefined) resumeSubmit.current?.()
  }, [])

  async function waitForSolution(): Promise<string | undefined> {
    if (currentSolution.current === undefined) {
      await new Promise<void>((resolve) => {
        resumeSubmit.current = resolve
        setTimeout(resolve, isSecureContext ? maxWaitMs.usual : maxWaitMs.withoutWebCrypto)
      })
    }
    // The solution is empty if no captcha is required.
    return currentSolution.current || undefined
  }

  const renew = () => setAttempt((current) => current + 1)
  return { field: <CaptchaField use={use} onSolved={onSolved} attempt={attempt} />, waitForSolution, renew }
}
