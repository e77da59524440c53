import { type DragEvent, useState } from 'react'
import { t } from '#lib/texts.ts'
import { TextArea } from '#ui/forms/form-controls.tsx'
import { Icon } from '#ui/icon.tsx'
import { rich } from '#ui/rich.ts'
import type { ChosenFile } from './use-import-prompts.ts'

/** The form for an import. Members choose files, drop files or paste text. */
export function ImportSource({ isBusy, onChosen }: { isBusy: boolean; onChosen: (files: ChosenFile[]) => void }) {
  const [isDragOver, setDragOver] = useState(false)
  const [text, setText] = useState('')
  const isEmpty = text.trim() === ''
  const chooseFiles = (list: FileList | null) => {
    const files = [...(list ?? [])].map((file) => ({ name: file.name, blob: file }))
    if (files.length > 0 && !isBusy) onChosen(files)
  }
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setDragOver(isOver)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping files is optional; the field inside does the same. */}
      <div
        className={`field content-start rounded-2 border-2 border-dashed p-5 ${isDragOver ? 'border-ink bg-sunken' : 'border-hair'}`}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          chooseFiles(event.dataTransfer.files)
        }}
      >
        <label htmlFor="import-files">{t('Files')}</label>
        <input
          id="import-files"
          type="file"
          multiple
          accept=".csv,.tsv,.txt,.json,.jsonl,.md,.markdown,.mdc,.prompt,.prompty,.zip"
          className="input file:mr-3 file:font-semibold"
          aria-describedby="import-files-about"
          disabled={isBusy}
          onChange={(event) => {
            chooseFiles(event.target.files)
            // Lets members choose the same file again after correcting it.
            event.target.value = ''
          }}
        />
        <p id="import-files-about" className="text-ink-2 text-small">
          {rich(
            'Choose files or drop them here: CSV, JSON, Markdown, plain text, SKILL.md, prompt files from VS Code, Cursor, Claude Code, Dotprompt or Prompty, or a zip of them with their pictures. A table needs a column <code>title</code> (or <code>act</code>) and a column <code>prompt</code> (or <code>content</code>). A column <code>image</code> names a picture in the zip.',
            { code: (text) => <code>{text}</code> },
          )}
        </p>
      </div>
      <form
        className="grid content-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isEmpty && !isBusy) onChosen([{ name: '', blob: new Blob([text]) }])
        }}
      >
        <TextArea
          label={t('Or paste text')}
          help={t('CSV, JSON, cells copied from a spreadsheet, or one prompt below a line with its title: # Title.')}
          name="text"
          className="min-h-28 resize-y font-mono text-[0.875rem]"
          value={text}
          onChange={(event) => setText(event.target.value)}
          spellCheck={false}
          dir="auto"
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <button
            type="submit"
            className="btn"
            aria-disabled={isBusy || isEmpty}
            aria-describedby={isEmpty ? 'import-why' : undefined}
          >
            <Icon name="scan-search" className="icon-sm" />
            {t('Preview import')}
          </button>
          {isEmpty && (
            <p id="import-why" className="text-ink-2 text-small">
              {t('Paste some text first. Files are previewed as soon as you choose them.')}
            </p>
          )}
        </div>
      </form>
    </div>
  )
}
