import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { nameOfHidden, nameOfSecret } from '#features/catalogue/paper-rules.ts'
import type { PromptCheck } from '#features/writing/contract.ts'
import { msg, plural, t, translate } from '#lib/texts.ts'

const lineTexts = {
  title: msg('{kind}, in the title, line {line}'),
  description: msg('{kind}, in the description, line {line}'),
  content: msg('{kind}, in the text, line {line}'),
} as const

const countedTexts = {
  title: msg('{kind} ({count}), in the title, first on line {line}'),
  description: msg('{kind} ({count}), in the description, first on line {line}'),
  content: msg('{kind} ({count}), in the text, first on line {line}'),
} as const

/**
 * Shows what the check before publishing found, and lets the member publish anyway or keep writing. `onClean` removes
 * invisible characters. Don't pass it where there is no form to change, such as in a list.
 */
export function PublishWarnings({
  check,
  closeLabel = t('Keep writing'),
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
      aria-label={t('Before you publish')}
      className="grid gap-4 rounded-2 border-2 border-ink bg-raised p-5"
    >
      <h2 className="text-h3">{t('Before you publish')}</h2>
      {secrets.length > 0 && (
        <Warning title={t('This looks like a secret. Anyone could read and use it.')}>
          {secrets.map(({ kind, field, line }) => (
            <li key={`${kind}${field}${line}`}>{translate(lineTexts[field], { kind: nameOfSecret(kind), line })}</li>
          ))}
        </Warning>
      )}
      {hiddenCharacters.length > 0 && (
        <Warning
          title={t('The text has invisible characters, which a model would read.')}
          action={
            onClean && (
              <button type="button" className="btn" onClick={onClean}>
                {t('Remove them')}
              </button>
            )
          }
        >
          {hiddenCharacters.map(({ kind, field, count, line }) => (
            <li key={`${kind}${field}`}>{translate(countedTexts[field], { kind: nameOfHidden(kind), count, line })}</li>
          ))}
        </Warning>
      )}
      {nearDuplicates.length > 0 && (
        <Warning
          title={plural(
            nearDuplicates.length,
            'Something very similar is already here. Improve it instead?',
            'Something very similar is already here. Improve one of these instead?',
          )}
        >
          {nearDuplicates.map(({ slug, title, likeness }) => (
            <li key={slug}>
              <Link to="/prompt/$slug" params={{ slug }} target="_blank" className="link" dir="auto">
                {title}
              </Link>{' '}
              <span className="text-ink-2">{t('{round}% similar', { round: Math.round(likeness * 100) })}</span>
            </li>
          ))}
        </Warning>
      )}
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {closeLabel}
        </button>
        <button type="button" className="btn" onClick={onPublish}>
          {t('Publish anyway')}
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
