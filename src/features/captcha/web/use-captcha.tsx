import { useCallback, useRef, useState } from 'react'
import { CaptchaField } from './captcha-field.tsx'
import type { CaptchaUse } from './run-captcha.ts'

/** Who is quicker than the captcha waits so long at most, in ms; then the server says what is missing. */
const longestWaitMs = { usual: 30_000, withoutWebCrypto: 180_000 }

/**
 * A form's captcha: the field to place inside of it, and what to send. `solution` waits until there is one; `renew` asks
 * for another, since each works once.
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
        setTimeout(ready, isSecureContext ? longestWaitMs.usual : longestWaitMs.withoutWebCrypto)
      })
    }
    return solved.current || undefined
  }

  const renew = () => setAttempt((before) => before + 1)
  return { field: <CaptchaField use={use} onSolved={onSolved} attempt={attempt} />, solution, renew }
}
