import { useRouteContext } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { FailureNote } from '#ui/note.tsx'
import { type CaptchaUse, runCaptcha } from './run-captcha.ts'

type Props = {
  use: CaptchaUse
  /**
   * Receives the value for the field `captcha`: undefined while there is no valid solution, and empty if no captcha is
   * required.
   */
  onSolved: (solution: string | undefined) => void
  /** A number to increase after each response from the server, because a solution works only once. */
  attempt?: number
}

type State = 'waiting' | 'working' | 'solved' | 'failed'

const statusTexts: Record<Exclude<State, 'failed' | 'waiting'>, Message> = {
  working: msg('Checking that you are not a robot ...'),
  solved: msg('Checked: not a robot.'),
}

/**
 * The captcha inside a form. It starts when the form first receives focus. It solves itself, unless the operator chose
 * a third-party captcha that requires interaction.
 */
export function CaptchaField({ use, onSolved, attempt = 0 }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const container = useRef<HTMLDivElement>(null)
  const latestOnSolved = useRef(onSolved)
  const hasFocused = useFormFocus(container)
  const [state, setState] = useState<State>('waiting')
  const [retries, setRetries] = useState(0)

  useEffect(() => {
    latestOnSolved.current = onSolved
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a higher attempt or retry count requests a new solution
  useEffect(() => {
    if (!hasFocused || !container.current) return
    const abort = new AbortController()
    const onSolution = (solution: string | undefined) => {
      // If no captcha is required, the solution is empty, and the field shows nothing.
      setState(solution === undefined ? 'working' : solution === '' ? 'waiting' : 'solved')
      latestOnSolved.current(solution)
    }
    onSolution(undefined)
    const onFailure = () => setState('failed')
    runCaptcha({ api, use, container: container.current, signal: abort.signal, onSolution, onFailure })
    return () => abort.abort()
  }, [api, use, hasFocused, attempt, retries])

  return (
    // The field is taken out of the layout while there is nothing to see, so it leaves no empty line in the form.
    <div className="grid gap-2 has-[>:empty+.sr-only]:absolute">
      <div ref={container} />
      {state === 'failed' ? (
        <FailureNote
          title={t('The robot check did not work')}
          action={
            <button type="button" className="btn" onClick={() => setRetries(retries + 1)}>
              {t('Try again')}
            </button>
          }
        >
          {t('This form can’t be sent without it.')}
        </FailureNote>
      ) : (
        <p role="status" className="sr-only">
          {state !== 'waiting' && translate(statusTexts[state])}
        </p>
      )}
    </div>
  )
}

/** Returns whether the form around an element had focus at hydration, or has received it since. */
function useFormFocus(element: RefObject<HTMLElement | null>): boolean {
  const [hasFocused, setHasFocused] = useState(false)
  useEffect(() => {
    const form = element.current?.closest('form')
    if (!form) return
    const onFocus = () => setHasFocused(true)
    if (form.contains(document.activeElement)) onFocus()
    form.addEventListener('focusin', onFocus, { once: true })
    return () => form.removeEventListener('focusin', onFocus)
  }, [element])
  return hasFocused
}
