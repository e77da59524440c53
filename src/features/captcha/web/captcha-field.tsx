import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { FailureNote } from '#ui/note.tsx'
import { type CaptchaUse, runCaptcha } from './run-captcha.ts'
import { useFormFocus } from './use-form-focus.ts'

type Props = {
  use: CaptchaUse
  /** Gets the text for the field `captcha`; undefined while there is none (yet, or any more). */
  onSolved: (solution: string | undefined) => void
  /** Raise it after each answer of the server: a solution works once. */
  attempt?: number
}

type State = 'waiting' | 'working' | 'solved' | 'failed'

const words: Record<Exclude<State, 'failed'>, string> = {
  waiting: '',
  working: 'Checking that you are not a robot ...',
  solved: 'Checked: not a robot.',
}

/**
 * The captcha of a form, inside of it. It begins when the form is first entered, and asks nothing of a person unless the
 * operator has chosen another's captcha that does.
 */
export function CaptchaField({ use, onSolved, attempt = 0 }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const place = useRef<HTMLDivElement>(null)
  const tell = useRef(onSolved)
  const wanted = useFormFocus(place)
  const [state, setState] = useState<State>('waiting')
  const [retries, setRetries] = useState(0)

  useEffect(() => {
    tell.current = onSolved
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a raised attempt or retry asks for a new solution
  useEffect(() => {
    if (!wanted || !place.current) return
    const abort = new AbortController()
    const onSolution = (solution: string | undefined) => {
      // Nothing is said where no captcha is on: its solution is empty.
      setState(solution === undefined ? 'working' : solution === '' ? 'waiting' : 'solved')
      tell.current(solution)
    }
    onSolution(undefined)
    const onFailure = () => setState('failed')
    runCaptcha({ api, use, place: place.current, signal: abort.signal, onSolution, onFailure })
    return () => abort.abort()
  }, [api, use, wanted, attempt, retries])

  return (
    <div className="grid gap-2">
      <div ref={place} />
      {state === 'failed' ? (
        <FailureNote
          title="The check against robots did not work."
          action={
            <button type="button" className="btn" onClick={() => setRetries(retries + 1)}>
              Try again
            </button>
          }
        >
          Without it this form can’t be sent.
        </FailureNote>
      ) : (
        <p role="status" className="min-h-5 text-ink-2 text-small">
          {words[state]}
        </p>
      )}
    </div>
  )
}
