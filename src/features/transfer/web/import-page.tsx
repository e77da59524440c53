import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { RequestedStatus } from '#features/catalogue/status-rules.ts'
import { pluralize } from '#lib/numbers.ts'
import { Icon } from '#ui/icon.tsx'
import { FailureNote } from '#ui/note.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { ImportSource } from './import-source.tsx'
import { countsOf, ImportTable } from './import-table.tsx'
import { type ImportStep, useImportPrompts } from './use-import-prompts.ts'

const files = [
  { format: 'text', label: 'Text to read', about: 'One Markdown file with all of your prompts, for any text editor.' },
  { format: 'json', label: 'JSON', about: 'Everything, for programs and for other sites like this one.' },
  { format: 'csv', label: 'CSV', about: 'A table for a spreadsheet.' },
  { format: 'md', label: 'Markdown', about: 'A zip with one file per prompt, with all of its data.' },
  { format: 'skill', label: 'Skills', about: 'A zip with a SKILL.md folder per prompt, for agents.' },
  { format: 'prompt', label: 'Dotprompt', about: 'A zip with one .prompt file per prompt, for Genkit.' },
]

/** Imports and exports the member's own prompts as files. */
export function ImportPage() {
  const { step, preview, importAll, startOver } = useImportPrompts()
  const isChoosing = step.name === 'choose' || step.name === 'reading'
  return (
    <div className="wrap pb-10">
      <PageHead title="Import and export">
        Import your own prompts, or export them. You see the result before anything is saved.
      </PageHead>
      <section aria-labelledby="import" className="mb-10">
        <h2 id="import" className="mb-4 text-h2">
          Import
        </h2>
        {isChoosing && <ImportSource busy={step.name === 'reading'} onChosen={preview} />}
        <p role="status" className="mt-3 empty:hidden">
          {step.name === 'reading' ? 'Reading...' : null}
        </p>
        {step.name === 'choose' && step.failure && (
          <FailureNote title="This could not be read">{step.failure.message}</FailureNote>
        )}
        {(step.name === 'preview' || step.name === 'importing') && (
          <Preview step={step} onImport={importAll} onBack={startOver} />
        )}
        {step.name === 'done' && <Done step={step} onMore={startOver} />}
      </section>
      <section aria-labelledby="export" className="border-ink border-t-2 pt-5">
        <h2 id="export" className="mb-2 scroll-mt-20 text-h2">
          Export
        </h2>
        <p className="mb-4 text-ink-2">
          All your prompts, including drafts but not deleted ones. You can import each of these files again. “Text to
          read” brings back only titles, descriptions, categories, tags and texts.
        </p>
        <ul className="grid gap-3 md:grid-cols-3">
          {files.map(({ format, label, about }) => (
            <li key={format} className="grid content-start gap-2">
              <a className="btn justify-self-start" href={`/api/user/prompts/export?format=${format}`} download>
                <Icon name="download" className="icon-sm" />
                {label}
              </a>
              <span className="text-ink-2 text-small">{about}</span>
            </li>
          ))}
        </ul>
      </section>
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
  const count = step.rows.filter(({ state }) => state === 'new').length
  const choices: [RequestedStatus, string][] = [
    ['draft', 'As drafts. Only you can see them.'],
    ['published', 'Published. Everyone can read and copy them.'],
  ]
  return (
    <ImportResult title="Preview" lead={countsOf(step.rows)}>
      {step.failure && (
        <div className="mb-4">
          <FailureNote title="The import stopped">
            {step.failure.message} Prompts imported so far are kept. Import again to continue.
          </FailureNote>
        </div>
      )}
      {count > 0 && (
        <fieldset className="mb-4 grid gap-2">
          <legend className="mb-2 font-semibold">How to import them</legend>
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
        </fieldset>
      )}
      <div className="mb-6 flex flex-wrap gap-2">
        {count > 0 && (
          <button
            type="button"
            className="btn btn-key btn-big"
            aria-disabled={isBusy}
            onClick={isBusy ? undefined : () => onImport(status)}
          >
            {isBusy ? 'Importing...' : `Import ${pluralize(count, 'prompt')}`}
          </button>
        )}
        <button type="button" className="btn btn-big" aria-disabled={isBusy} onClick={isBusy ? undefined : onBack}>
          Choose something else
        </button>
      </div>
      <ImportTable rows={step.rows} />
    </ImportResult>
  )
}

function Done({ step, onMore }: { step: Extract<ImportStep, { name: 'done' }>; onMore: () => void }) {
  const { created, status, rows } = step
  const isDraft = status === 'draft'
  const lead = `${pluralize(created, 'prompt')} imported${isDraft ? ' as drafts' : ''}.`
  return (
    <ImportResult title="Imported" lead={lead}>
      <div className="mb-5 flex flex-wrap gap-2">
        <Link to="/my-prompts" search={{ status: isDraft ? 'draft' : undefined }} className="btn btn-key">
          {isDraft ? 'Go to your drafts' : 'Go to your prompts'}
        </Link>
        <button type="button" className="btn" onClick={onMore}>
          Import more
        </button>
      </div>
      <ImportTable rows={rows} newLabel={isDraft ? 'Draft' : 'Imported'} />
    </ImportResult>
  )
}

/** A step that appears after loading. Its title gets the focus, for screen readers and keyboard users. */
function ImportResult({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
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
