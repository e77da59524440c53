import { useCallback, useRef, useState } from 'react'
import { CaptchaField } from './captcha-field.tsx'
import type { CaptchaUse } from './run-captcha.ts'

/** A submit waits for the captcha at most this long, in ms. After that the server reports what is missing. */
const maxWaitMs = { usual: 30_000, withoutWebCrypto: 180_000 }

/**
 * A form's captcha: the field to render inside the form, and the value to send. `solution` waits until there is one;
 * `renew` requests another, since each works once.
 */
export function useCaptcha(use: CaptchaUse) {
  const [attempt, setAttempt] = useState(0)
  const solved = useRef<string>(undefined)
  const wake = useRef<() => void>(undefined)

  const onSolved = useCallback((solution: string | undefined) => {
    solved.current = solution
    if (solution !== undefined) wake.current?.()
  }, [])

  async function solution(): Promise<string | undefined> {
    if (solved.current === undefined) {
      await new Promise<void>((ready) => {
        wake.current = ready
        setTimeout(ready, isSecureContext ? maxWaitMs.usual : maxWaitMs.withoutWebCrypto)
      })
    }
    return solved.current || undefined
  }

  const renew = () => setAttempt((before) => before + 1)
  return { field: <CaptchaField use={use} onSolved={onSolved} attempt={attempt} />, solution, renew }
}
