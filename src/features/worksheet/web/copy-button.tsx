import { useEffect, useId, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useWorksheet } from './use-worksheet.ts'

/** The key says so for this many milliseconds after a copy. */
const saysSoFor = 2000

/**
 * The yellow key: copies the filled text, and says beforehand how many blanks stay as names. That line lies on the key
 * but beside it in the document, so that the key's name is what it does.
 */
export function CopyButton({ className }: { className: string }) {
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
    <div className={`js-only relative ${className}`}>
      <button
        type="button"
        data-key="copy"
        className="btn btn-key h-full min-h-[inherit] w-full justify-between px-5 pb-5 font-display text-[length:inherit]"
        aria-describedby={id}
        onClick={() => copy().then(() => setPressed(true))}
      >
        {done ? 'Copied' : 'Copy'}
        <Icon name={done ? 'check' : 'copy'} className="icon relative top-2.5" />
      </button>
      <span id={id} className="pointer-events-none absolute bottom-2 left-5 text-key-ink text-small leading-tight">
        {stays(left.length, Object.keys(values).length)}
      </span>
    </div>
  )
}

function stays(left: number, all: number): string {
  if (all === 0) return 'The text as it stands'
  if (left === 0) return 'All blanks are filled'
  return left === 1 ? '1 blank stays as its name' : `${left} blanks stay as names`
}
