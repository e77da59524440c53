import { useEffect, useId, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useWorksheet } from './use-worksheet.ts'

/** The key says so for this many milliseconds after a copy. */
const saysSoFor = 2000

/** The yellow key: copies the filled text, and says beforehand how many blanks stay as names. */
export function CopyKey({ className }: { className: string }) {
  const { copy, left, values, refused } = useWorksheet()
  const [pressed, setPressed] = useState(false)
  const id = useId()
  useEffect(() => {
    if (!pressed) return
    const timer = setTimeout(setPressed, saysSoFor, false)
    return () => clearTimeout(timer)
  }, [pressed])
  const done = pressed && refused === null
  return (
    <button
      type="button"
      data-key="copy"
      className={`btn btn-key js-only justify-between font-display ${className}`}
      aria-labelledby={id}
      aria-describedby={`${id}-left`}
      onClick={() => copy().then(() => setPressed(true))}
    >
      <span className="grid justify-items-start gap-0.5">
        <span id={id}>{done ? 'Copied' : 'Copy'}</span>
        <small id={`${id}-left`} className="font-normal font-sans text-small leading-tight">
          {stays(left.length, Object.keys(values).length)}
        </small>
      </span>
      <Icon name={done ? 'check' : 'copy'} />
    </button>
  )
}

function stays(left: number, all: number): string {
  if (all === 0) return 'The text as it stands'
  if (left === 0) return 'All blanks are filled'
  return left === 1 ? '1 blank stays as its name' : `${left} blanks stay as names`
}
