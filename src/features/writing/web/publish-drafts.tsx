import { Link } from '@tanstack/react-router'
import { nameOfSecret } from '#features/catalogue/paper-rules.ts'
import type { PromptCheck } from '#features/writing/contract.ts'
import { formatList } from '#lib/format-list.ts'
import { plural, t } from '#lib/texts.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { FailureNote } from '#ui/note.tsx'
import { type PublishStep, usePublishDrafts } from './use-publish-drafts.ts'

/** The result lists up to this many drafts that weren't published, with the reasons. */
const shownMax = 20

/**
 * A box above the list of drafts, in which the member can publish all drafts that have no warnings. It appears if there
 * are at least two drafts, and stays until the member closes the result.
 */
export function PublishDrafts({ count }: { count: number }) {
  const { step, ask, cancel, stop, publish } = usePublishDrafts()
  if (step.name === 'idle' && count < 2) return null
  return (
    <div className="mb-5 grid gap-3 rounded-1 bg-sunken px-4 py-3">
      <p role="status" className="empty:hidden">
        {step.name === 'publishing' && progressOf(step, count)}
        {step.name === 'done' && resultOf(step)}
      </p>
      {step.name === 'idle' && (
        <div className="flex flex-wrap items-center gap-3">
          <span className="min-w-0 flex-1">{t('Only you can see your drafts.')}</span>
          <button type="button" className="btn" onClick={ask}>
            {t('Publish all')}
          </button>
        </div>
      )}
      {step.name === 'asking' && (
        <>
          <p ref={focusOnMount} tabIndex={-1} className="outline-0">
            {t(
              'Everyone can read and copy published prompts. Drafts with a warning stay drafts: those that closely resemble a published prompt, or contain a secret or invisible characters.',
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            <button type="button" className="btn btn-primary" onClick={publish}>
              {plural(count, 'Publish {count} draft', 'Publish {count} drafts')}
            </button>
            <button type="button" className="btn" onClick={cancel}>
              {t('Cancel')}
            </button>
          </div>
        </>
      )}
      {step.name === 'publishing' && (
        <button type="button" className="btn justify-self-start" ref={focusOnMount} onClick={stop}>
          {t('Stop')}
        </button>
      )}
      {step.name === 'done' && <Done step={step} onClose={cancel} />}
    </div>
  )
}

type Step<Name> = Extract<PublishStep, { name: Name }>

function progressOf({ results: { published, pending, kept } }: Step<'publishing'>, count: number): string {
  const checked = published + pending + kept.length
  return t('Publishing: {checked} of {max} checked...', { checked, max: Math.max(count, checked) })
}

/** Returns a text such as `12 drafts published. 2 stay drafts:`. */
function resultOf({ results: { published, pending, kept } }: Step<'done'>): string {
  return [
    plural(published, '{count} draft published.', '{count} drafts published.'),
    ...(pending > 0 ? [t('{pending} waiting for a moderator.', { pending })] : []),
    ...(kept.length > 0 ? [plural(kept.length, '{count} stays a draft:', '{count} stay drafts:')] : []),
  ].join(' ')
}

function Done({ step: { results, failure }, onClose }: { step: Step<'done'>; onClose: () => void }) {
  const rest = results.kept.length - shownMax
  return (
    <>
      {failure && <FailureNote title={t('Not all drafts were published')}>{failure.message}</FailureNote>}
      {results.kept.length > 0 && (
        <ul className="list-inside list-disc text-small [overflow-wrap:anywhere]">
          {results.kept.slice(0, shownMax).map(({ id, slug, title, check }) => (
            <li key={id}>
              <Link to="/prompt/$slug/edit" params={{ slug }} className="link" dir="auto">
                {title}
              </Link>
              {`: ${reasonOf(check)}.`}
            </li>
          ))}
          {rest > 0 && <li>{t('And {rest} more.', { rest })}</li>}
        </ul>
      )}
      <button type="button" className="btn justify-self-start" ref={focusIfLost} onClick={onClose}>
        {t('Done', { context: 'button' })}
      </button>
    </>
  )
}

/** Focuses an element that has just appeared, unless the member has moved the focus elsewhere. */
function focusIfLost(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus()
}

function reasonOf(check: PromptCheck | null): string {
  if (check === null) return t('it was changed in the meantime')
  const [near] = check.nearDuplicates
  return formatList([
    ...check.secrets
      .slice(0, 1)
      .map(({ kind }) => t('looks like it has a secret ({kind})', { kind: nameOfSecret(kind) })),
    ...(check.hiddenCharacters.length > 0 ? [t('has invisible characters')] : []),
    ...(near
      ? [t('{percent}% similar to “{title}”', { percent: Math.round(near.likeness * 100), title: near.title })]
      : []),
  ])
}
