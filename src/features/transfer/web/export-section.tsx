import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
import '#features/models/web/run-parts.css'
import { useState } from 'react'
import { downloadFile } from '#client/download-file.ts'
import type { OwnExportFormat } from '#features/transfer/rules.ts'
import { Icon } from '#ui/icon.tsx'
import { FailureNote } from '#ui/note.tsx'

type Format = { format: OwnExportFormat; label: Message; about: Message }

const mainFormats: Format[] = [
  {
    format: 'json',
    label: msg('Download backup'),
    about: msg(
      'One JSON file with everything but the pictures’ files. Import it here, or on another site like this one, to get your prompts back.',
    ),
  },
  { format: 'csv', label: msg('Spreadsheet (CSV)'), about: msg('For Excel, Numbers or Google Sheets.') },
  {
    format: 'text',
    label: msg('Readable text'),
    about: msg(
      'One Markdown file for any text editor. Importing it restores only titles, descriptions, categories, tags and texts.',
    ),
  },
]

const otherFormats: Format[] = [
  {
    format: 'md',
    label: msg('Markdown'),
    about: msg('A zip with one file per prompt and its picture, for notes and Git.'),
  },
  {
    format: 'skill',
    label: msg('Skills'),
    about: msg('A zip with one folder per prompt, each with a SKILL.md, for agents such as Claude Code.'),
  },
  { format: 'prompt', label: msg('Dotprompt'), about: msg('A zip with one .prompt file per prompt, for Genkit.') },
]

type DownloadState =
  | { name: 'idle' }
  | { name: 'loading'; format: OwnExportFormat }
  | { name: 'done'; format: OwnExportFormat; file: string; total: number }
  | { name: 'failed'; failure: Error }

/** Offers downloads of all the member's own prompts: a backup, a spreadsheet, a text and, below them, other formats. */
export function ExportSection() {
  const [state, setState] = useState<DownloadState>({ name: 'idle' })
  const download = async (format: OwnExportFormat) => {
    if (state.name === 'loading') return
    setState({ name: 'loading', format })
    try {
      const { name, total } = await downloadFile(pathOf(format))
      setState({ name: 'done', format, file: name, total })
    } catch (error) {
      setState({ name: 'failed', failure: error as Error })
    }
  }
  const listOf = (formats: Format[]) => (
    <ul className="grid gap-3 md:grid-cols-3">
      {formats.map(({ format, label, about }) => (
        <li key={format} className="grid content-start gap-2">
          <a
            className="btn justify-self-start"
            href={pathOf(format)}
            download
            onClick={(event) => {
              event.preventDefault()
              download(format)
            }}
          >
            <Icon name="download" className="icon-sm" />
            {translate(label)}
          </a>
          <span className="text-ink-2 text-small">{translate(about)}</span>
          <p role="status" className="font-semibold text-small [overflow-wrap:anywhere] empty:hidden">
            {state.name === 'loading' && state.format === format && t('Downloading...')}
            {state.name === 'done' &&
              state.format === format &&
              plural(state.total, 'Downloaded {file}, {count} prompt.', 'Downloaded {file}, {count} prompts.', {
                file: state.file,
              })}
          </p>
        </li>
      ))}
    </ul>
  )
  return (
    <section aria-labelledby="export" className="border-ink border-t-2 pt-5">
      <h2 id="export" className="mb-2 scroll-mt-20 text-h2">
        {t('Export')}
      </h2>
      <p className="mb-4 text-ink-2">
        {t('All your prompts, including drafts but not deleted ones. You can import each of these files again.')}
      </p>
      {listOf(mainFormats)}
      <details className="disclosure mt-4">
        <summary>{t('Other formats')}</summary>
        {listOf(otherFormats)}
      </details>
      {state.name === 'failed' && (
        <div className="mt-4">
          <FailureNote title={t('The file was not downloaded')}>{state.failure.message}</FailureNote>
        </div>
      )}
    </section>
  )
}

function pathOf(format: OwnExportFormat): string {
  return `/api/user/prompts/export?format=${format}`
}
