import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { PromptCheck } from '#features/writing/contract.ts'

const fieldNames = { title: 'title', description: 'description', content: 'text' } as const

/**
 * Shows what the check before publishing found, and lets the member publish anyway or keep writing. `onClean` removes
 * invisible characters. Don't pass it where there is no form to change, such as in a list.
 */
export function PublishWarnings({
  check,
  closeLabel = 'Keep writing',
  onPublish,
  onClean,
  onClose,
}: {
  check: PromptCheck
  closeLabel?: string
  onPublish: () => void
  onClean?: () => void
  onClose: () => void
}) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    // Scrolls the box to the top of the window, so that no field is half hidden under the page's header.
    box.current?.scrollIntoView()
  }, [])
  const { nearDuplicates, hiddenCharacters, secrets } = check
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="Before you publish"
      className="grid gap-4 rounded-2 border-2 border-ink bg-raised p-5"
    >
      <h2 className="text-h3">Before you publish</h2>
      {secrets.length > 0 && (
        <Warning title="This looks like a secret. Anyone could read and use it.">
          {secrets.map(({ kind, field, line }) => (
            <li key={`${kind}${field}${line}`}>{`${kind}, in the ${fieldNames[field]}, line ${line}`}</li>
          ))}
        </Warning>
      )}
      {hiddenCharacters.length > 0 && (
        <Warning
          title="The text has invisible characters, which a model would read."
          action={
            onClean && (
              <button type="button" className="btn" onClick={onClean}>
                Remove them
              </button>
            )
          }
        >
          {hiddenCharacters.map(({ kind, field, count, line }) => (
            <li key={`${kind}${field}`}>{`${kind} (${count}), in the ${fieldNames[field]}, first on line ${line}`}</li>
          ))}
        </Warning>
      )}
      {nearDuplicates.length > 0 && (
        <Warning
          title={`Something very similar is already here. Improve ${nearDuplicates.length === 1 ? 'it' : 'one of these'} instead?`}
        >
          {nearDuplicates.map(({ slug, title, likeness }) => (
            <li key={slug}>
              <Link to="/prompt/$slug" params={{ slug }} target="_blank" className="link" dir="auto">
                {title}
              </Link>{' '}
              <span className="text-ink-2">{`${Math.round(likeness * 100)}% similar`}</span>
            </li>
          ))}
        </Warning>
      )}
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {closeLabel}
        </button>
        <button type="button" className="btn" onClick={onPublish}>
          Publish anyway
        </button>
      </div>
    </section>
  )
}

function Warning({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="border-warn border-s-4 ps-4">
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 list-inside list-disc text-small">{children}</ul>
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
