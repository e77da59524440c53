import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { downloadFile } from '#client/download-file.ts'
import { uploadPicture } from '#features/examples/web/upload-picture.ts'
import type { GroupImport } from '#features/group-transfer/contract.ts'
import type { ImportResult } from '#features/group-transfer/rules.ts'
import type { Group } from '#features/groups/contract.ts'
import { formatList } from '#lib/format-list.ts'
import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
import { Checkbox } from '#ui/forms/form-controls.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/layout/section.tsx'
import { FailureNote } from '#ui/note.tsx'
import { rich } from '#ui/rich.ts'

type State =
  | { name: 'idle' }
  | { name: 'busy'; text: string }
  | { name: 'preview'; file: File; plan: GroupImport }
  | { name: 'done'; text: string }
  | { name: 'failed'; title: string; failure: Error }

const resultNames: Record<ImportResult, Message> = {
  new: msg('New'),
  changed: msg('Changes'),
  same: msg('The same'),
  refused: msg('Can’t be imported'),
}

/** On a group's page: its file to download for approvers, and for admins who are approvers also the import of one. */
export function GroupFileSection({ group: { slug, role }, isAdmin }: { group: Group; isAdmin: boolean }) {
  const [state, setState] = useState<State>({ name: 'idle' })
  const queryClient = useQueryClient()
  const mayImport = isAdmin && role === 'approver'
  if (!isAdmin && role !== 'approver') return null
  const isBusy = state.name === 'busy'
  const attempt = async (title: string, work: () => Promise<State>) => {
    if (isBusy) return
    try {
      setState(await work())
    } catch (error) {
      setState({ name: 'failed', title, failure: error as Error })
    }
  }
  const download = () =>
    attempt(t('The file was not downloaded'), async () => {
      setState({ name: 'busy', text: t('Downloading...') })
      const { name, total } = await downloadFile(`/api/groups/${slug}/export`)
      return {
        name: 'done',
        text: plural(total, 'Downloaded {name}, {count} prompt.', 'Downloaded {name}, {count} prompts.', { name }),
      }
    })
  const preview = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    // Lets admins choose the same file again.
    currentTarget.value = ''
    if (!file) return
    void attempt(t('The file can’t be imported'), async () => {
      setState({ name: 'busy', text: t('Reading the file...') })
      return { name: 'preview', file, plan: await sendAll(slug, file, { preview: true }, () => undefined) }
    })
  }
  const importAll = (file: File, settings: boolean) =>
    attempt(t('The import stopped. You can repeat it'), async () => {
      setState({ name: 'busy', text: t('Importing...') })
      const onProgress = (done: number, total: number) =>
        setState({ name: 'busy', text: t('Imported {done} of {total}...', { done, total }) })
      const done = await sendAll(slug, file, { settings }, onProgress)
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes('/groups') })
      return { name: 'done', text: t('Imported. {summary}.', { summary: summaryOf(done) }) }
    })
  return (
    <Section title={t('One file')} aside={t('To keep a copy of this group, or to move it to another site.')}>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <button type="button" className="btn" aria-disabled={isBusy} onClick={download}>
            <Icon name="download" className="icon-sm" />
            {t('Download the group')}
          </button>
          {mayImport && (
            <label className="min-w-0 flex-1 basis-60">
              <span className="block font-semibold">{t('Import a group’s file')}</span>
              <input
                type="file"
                accept=".zip,application/zip"
                className="mt-1 block w-full text-small"
                disabled={isBusy}
                onChange={preview}
              />
            </label>
          )}
        </div>
        {isAdmin && !mayImport && (
          <p className="text-ink-2 text-small">{t('To import a file, make yourself an approver of this group.')}</p>
        )}
        <p role="status" className="font-semibold text-small [overflow-wrap:anywhere] empty:hidden">
          {(state.name === 'busy' || state.name === 'done') && state.text}
        </p>
        {state.name === 'failed' && <FailureNote title={state.title}>{state.failure.message}</FailureNote>}
        {state.name === 'preview' && (
          <ImportPreview
            plan={state.plan}
            onImport={(settings) => importAll(state.file, settings)}
            onCancel={() => setState({ name: 'idle' })}
          />
        )}
      </div>
    </Section>
  )
}

type PreviewProps = { plan: GroupImport; onImport: (settings: boolean) => void; onCancel: () => void }

function ImportPreview({ plan, onImport, onCancel }: PreviewProps) {
  const [takesSettings, setTakesSettings] = useState(false)
  const shown = [...plan.prompts, ...plan.collections].filter(({ result }) => result !== 'same')
  const isNothing = !takesSettings && !shown.some(({ result }) => result !== 'refused')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-ink border-s-4 ps-4">
      <p>
        {rich('From {name}: {summary}. Nothing is stored yet.', {
          name: <bdi className="font-semibold">{plan.name}</bdi>,
          summary: summaryOf(plan),
        })}
      </p>
      {plan.settings.length > 0 && (
        <div className="grid gap-1 text-small">
          {plan.settings.map(({ name, here, inFile }) => (
            <p key={name} className="[overflow-wrap:anywhere]">
              {rich('{name}: {here} here, {there} in the file.', {
                name,
                here: <bdi>{here || t('none')}</bdi>,
                there: <bdi>{inFile || t('none')}</bdi>,
              })}
            </p>
          ))}
          <Checkbox
            name="settings"
            label={t('Take these settings from the file too')}
            checked={takesSettings}
            onChange={(event) => setTakesSettings(event.currentTarget.checked)}
          />
        </div>
      )}
      {shown.length > 0 && (
        <ul className="list-none border-hair border-t text-small">
          {shown.map(({ file, title, result, notes, owner }) => (
            <li key={file} className="border-hair border-b py-2 [overflow-wrap:anywhere]">
              <span className={result === 'refused' ? 'font-semibold text-bad' : 'font-semibold'}>
                {translate(resultNames[result])}:
              </span>{' '}
              <bdi>{title}</bdi>
              {(notes.length > 0 || owner) && (
                <p className="text-ink-2">
                  {notes.join(' ')}
                  {owner && <> {rich('Its owner was {owner}.', { owner: <bdi>{owner}</bdi> })}</>}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="text-ink-2 text-small">
        {t(
          'The group answers for new prompts until you name owners. Pictures, comments and ratings aren’t in the file.',
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {!isNothing && (
          <button type="button" className="btn btn-primary" onClick={() => onImport(takesSettings)}>
            {t('Import')}
          </button>
        )}
        <button type="button" className="btn" onClick={onCancel}>
          {isNothing ? t('Close') : t('Cancel')}
        </button>
      </div>
    </div>
  )
}

function summaryOf({ prompts, collections }: GroupImport): string {
  const all = [...prompts, ...collections]
  const count = (wanted: ImportResult, rows = all) => rows.filter(({ result }) => result === wanted).length
  const newCollections = count('new', collections)
  const parts = [
    plural(count('new', prompts), '{count} new prompt', '{count} new prompts'),
    ...(newCollections > 0 ? [plural(newCollections, '{count} new collection', '{count} new collections')] : []),
    t('{count} changed', { count: count('changed') }),
    t('{count} the same', { count: count('same') }),
    ...(count('refused') > 0 ? [t('{count} that can’t be imported', { count: count('refused') })] : []),
  ]
  return formatList(parts)
}

/** How long a request may take, in ms. */
const requestMs = 180_000

/** Sends a file until all of it is handled: each request handles a part. */
async function sendAll(
  slug: string,
  file: File,
  options: { preview?: boolean; settings?: boolean },
  onProgress: (done: number, total: number) => void,
): Promise<GroupImport> {
  const prompts: GroupImport['prompts'] = []
  const collections: GroupImport['collections'] = []
  for (let from = 0; ; ) {
    const query = new URLSearchParams({
      preview: String(options.preview ?? false),
      settings: String(options.settings ?? false),
      from: String(from),
    })
    const part = await uploadPicture<GroupImport>(file, {
      to: { method: 'POST', path: `/api/groups/${slug}/import?${query}` },
      signal: AbortSignal.timeout(requestMs),
    })
    prompts.push(...part.prompts)
    collections.push(...part.collections)
    if (part.next === null) return { ...part, prompts, collections }
    from = part.next
    onProgress(from, part.total)
  }
}
