import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { licenseNames } from '#features/catalogue/license-rules.ts'
import type { RequestedStatus } from '#features/catalogue/status-rules.ts'
import { exampleLicense } from '#features/examples/rules.ts'
import { countStatuses } from '#features/transfer/import-batch-rules.ts'
import { transferLimits } from '#features/transfer/rules.ts'
import { formatList } from '#lib/format-list.ts'
import { plural, t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { FailureNote } from '#ui/note.tsx'
import { ExportSection } from './export-section.tsx'
import { ImportSource } from './import-source.tsx'
import { describeCounts, ImportTable } from './import-table.tsx'
import { type ImportStep, useImportPrompts } from './use-import-prompts.ts'

const { dayMax } = transferLimits
const dayNote = () =>
  t('You can import {dayMax} prompts a day. Import the same files again the next day to continue.', { dayMax })

/** The page where members import and export their own prompts as files. */
export function ImportPage() {
  const { step, preview, importAll, startOver } = useImportPrompts()
  const isChoosing = step.name === 'choose' || step.name === 'reading'
  return (
    <div className="wrap pb-10">
      <PageHead title={t('Import and export')}>
        {t('Import your own prompts, or export them. You see the result of an import before anything is saved.')}
      </PageHead>
      <section aria-labelledby="import" className="mb-10">
        <h2 id="import" className="mb-4 text-h2">
          {t('Import')}
        </h2>
        {isChoosing && <ImportSource isBusy={step.name === 'reading'} onChosen={preview} />}
        <p role="status" className="mt-3 empty:hidden">
          {step.name === 'reading' ? t('Reading...') : null}
        </p>
        {step.name === 'choose' && step.failure && (
          <FailureNote title={t('This could not be read')}>{step.failure.message}</FailureNote>
        )}
        {(step.name === 'preview' || step.name === 'importing') && (
          <Preview step={step} onImport={importAll} onBack={startOver} />
        )}
        {step.name === 'done' && <Done step={step} onMore={startOver} />}
      </section>
      <ExportSection />
    </div>
  )
}

function Preview({
  step,
  onImport,
  onBack,
}: {
  step: Extract<ImportStep, { name: 'preview' | 'importing' }>
  onImport: (status: RequestedStatus) => void
  onBack: () => void
}) {
  const [status, setStatus] = useState<RequestedStatus>('draft')
  const isBusy = step.name === 'importing'
  const counts = countStatuses(step.rows)
  const count = counts.published + counts.pending + counts.draft
  const choices: [RequestedStatus, string][] = [
    ['draft', t('As drafts. Only you can see them.')],
    ['published', t('Published. Everyone can read and copy them.')],
  ]
  return (
    <ResultSection title={t('Preview')} lead={describeCounts(step.rows)}>
      {step.failure && (
        <div className="mb-4">
          <FailureNote title={t('The import stopped')}>
            {t('{message} Prompts imported so far are kept. Import again to continue.', {
              message: step.failure.message,
            })}
          </FailureNote>
        </div>
      )}
      {count > 0 && (
        <fieldset className="mb-4 grid gap-2">
          <legend className="mb-2 font-semibold">{t('How to import them')}</legend>
          {choices.map(([name, label]) => (
            <label key={name} className="flex min-h-6 items-center gap-2">
              <input
                type="radio"
                name="status"
                className="size-4 shrink-0 accent-ink"
                checked={status === name}
                onChange={() => setStatus(name)}
                disabled={isBusy}
              />
              {label}
            </label>
          ))}
          <p role="status" className="text-ink-2 text-small empty:hidden">
            {[...(status === 'published' ? exceptionsOf(counts) : []), ...(count > dayMax ? [dayNote()] : [])].join(
              ' ',
            )}
          </p>
        </fieldset>
      )}
      {step.rows.some(({ picture }) => picture) && (
        <p className="mb-4 text-ink-2 text-small">
          {t(
            'Pictures become examples of your prompts. You license them under {value}. A moderator checks your first ones.',
            { value: licenseNames[exampleLicense] },
          )}
        </p>
      )}
      <div className="mb-6 flex flex-wrap gap-2">
        {count > 0 && (
          <button
            type="button"
            className="btn btn-primary btn-big"
            aria-disabled={isBusy}
            onClick={isBusy ? undefined : () => onImport(status)}
          >
            {isBusy ? t('Importing...') : plural(count, 'Import {count} prompt', 'Import {count} prompts')}
          </button>
        )}
        <button type="button" className="btn btn-big" aria-disabled={isBusy} onClick={isBusy ? undefined : onBack}>
          {t('Choose something else')}
        </button>
      </div>
      <ImportTable rows={step.rows} asDrafts={status === 'draft'} />
    </ResultSection>
  )
}

/** Says how many prompts won't be published although the member wants to publish them. */
function exceptionsOf({ draft, pending }: ReturnType<typeof countStatuses>): string[] {
  return [
    ...(draft > 0
      ? [plural(draft, '{count} prompt with a warning stays a draft.', '{count} prompts with a warning stay drafts.')]
      : []),
    ...(pending > 0
      ? [plural(pending, '{count} prompt will wait for a moderator.', '{count} prompts will wait for a moderator.')]
      : []),
  ]
}

function Done({ step: { rows }, onMore }: { step: Extract<ImportStep, { name: 'done' }>; onMore: () => void }) {
  const counts = countStatuses(rows)
  const publishedOrPending = counts.published + counts.pending
  return (
    <ResultSection title={t('Imported')} lead={doneText(counts)}>
      <div className="mb-5 flex flex-wrap gap-2">
        {counts.draft > 0 && (
          <Link to="/my-prompts" search={{ status: 'draft' }} className="btn btn-primary">
            {t('Go to your drafts')}
          </Link>
        )}
        {(publishedOrPending > 0 || counts.draft === 0) && (
          <Link
            to="/my-prompts"
            search={{ status: counts.published === 0 && counts.pending > 0 ? 'pending' : undefined }}
            className={counts.draft > 0 ? 'btn' : 'btn btn-primary'}
          >
            {t('Go to your prompts')}
          </Link>
        )}
        <button type="button" className="btn" onClick={onMore}>
          {t('Import more')}
        </button>
      </div>
      <ImportTable rows={rows} />
    </ResultSection>
  )
}

/** Says how many prompts were imported, as in `9 prompts imported: 7 published, 2 as drafts.` */
function doneText({ published, pending, draft }: ReturnType<typeof countStatuses>): string {
  const all = plural(published + pending + draft, '{count} prompt imported', '{count} prompts imported')
  if (draft > 0 && published + pending === 0)
    return plural(draft, '{count} prompt imported as a draft.', '{count} prompts imported as drafts.')
  if (draft + pending === 0) return `${all}.`
  const parts = [
    ...(published > 0 ? [t('{published} published', { published })] : []),
    ...(pending > 0 ? [t('{pending} waiting for a moderator', { pending })] : []),
    ...(draft > 0 ? [plural(draft, '{count} as a draft', '{count} as drafts')] : []),
  ]
  return `${all}: ${formatList(parts)}.`
}

/** Shows the preview or the final result. Its title receives focus, for screen readers and keyboard users. */
function ResultSection({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <div>
      <h3 ref={head} tabIndex={-1} className="scroll-mt-20 text-h3">
        {title}
      </h3>
      <p className="mt-1 mb-4 text-ink-2">{lead}</p>
      {children}
    </div>
  )
}
