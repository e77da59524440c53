import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isNotFoundError } from '#client/not-found.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { Prompt, VersionedPrompt } from '#features/catalogue/contract.ts'
import { textOfFiles } from '#features/catalogue/skill-rules.ts'
import { Byline } from '#features/catalogue/web/author-link.tsx'
import { ExactText } from '#features/catalogue/web/exact-text.tsx'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { variableLines } from '#features/variables/variable-list-rules.ts'
import type { PromptVersion } from '#features/writing/contract.ts'
import { t } from '#lib/texts.ts'
import { hidden } from '#ui/hidden-text.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { ListPending } from '#ui/lists/list-pending.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Moment } from '#ui/moment.tsx'
import { FailureNote } from '#ui/note.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { TextDiff } from '#ui/text-diff.tsx'
import { LabelMoves } from './label-moves.tsx'
import { mayEdit } from './may-edit.ts'
import { promptVersionsQuery } from './own-prompt-queries.ts'
import { VersionLabels } from './version-labels.tsx'

/**
 * The page with a prompt's versions and what each changed. Those who may edit the prompt see a Restore button beside
 * each earlier version, and may move labels. `id`: the prompt's id or slug.
 */
export function PromptHistoryPage({ id, notFound }: { id: string; notFound: ReactNode }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { user } = useSession()
  const prompt = useQuery(promptQuery(api, id))
  const [cursor, setCursor] = useState<string>()
  const versions = useQuery(promptVersionsQuery(api, id, cursor === undefined ? undefined : Number(cursor)))
  const { refetch: refetchPrompt } = prompt
  const { refetch: refetchVersions } = versions
  const isSignedIn = user !== null
  // The first request may be sent before the session is known, and a member may see more versions than a visitor.
  useEffect(() => {
    if (!isSignedIn) return
    refetchPrompt()
    refetchVersions()
  }, [isSignedIn, refetchPrompt, refetchVersions])

  const mayChange = user !== null && prompt.data !== undefined && mayEdit(user, prompt.data)
  const error = prompt.error ?? versions.error
  if (isNotFoundError(error)) return notFound
  return (
    <div className="wrap pb-10">
      <PageHead title={t('History')}>
        {prompt.data && (
          <Link to="/prompt/$slug" params={{ slug: prompt.data.slug }} className="link" dir="auto">
            {prompt.data.title}
          </Link>
        )}
      </PageHead>
      {error && <FailureNote title={t('The history could not be loaded')}>{error.message}</FailureNote>}
      {!error && !(prompt.data && versions.data) && <ListPending />}
      {prompt.data && versions.data && (
        <>
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {shownVersions(versions.data).map((version, index) => (
              <Version
                key={version.version}
                version={version}
                before={versions.data[index + 1]}
                prompt={prompt.data}
                mayChange={mayChange}
              />
            ))}
          </ol>
          <Pager
            label={t('Pages of versions')}
            cursor={cursor}
            nextCursor={olderCursor(versions.data)}
            onTurn={setCursor}
          />
          {mayChange && <LabelMoves id={prompt.data.id} />}
        </>
      )}
    </div>
  )
}

/**
 * Returns those of the loaded versions that the page shows: all, unless older ones may follow. Then the oldest loaded
 * version begins the next page, because here its changes can't be shown.
 */
function shownVersions(loaded: PromptVersion[]): PromptVersion[] {
  return olderCursor(loaded) === null ? loaded : loaded.slice(0, -1)
}

/** Returns the cursor of the page with older versions, or null if there are none. */
function olderCursor(loaded: PromptVersion[]): string | null {
  const [last, oldest] = [loaded.at(-2), loaded.at(-1)]
  return last && oldest && oldest.version > 1 ? String(last.version) : null
}

function Version({
  version,
  before,
  prompt,
  mayChange,
}: {
  version: PromptVersion
  before: PromptVersion | undefined
  prompt: Prompt
  mayChange: boolean
}) {
  const restore = useRestoreVersion(prompt)
  const isCurrent = version.version === prompt.version
  const isRetitled = before && before.title !== version.title
  return (
    <li className="rounded-2 border border-hair bg-raised p-4 sm:p-5">
      <div className="flex items-start justify-between gap-x-4">
        <div>
          <h2 className="text-h3">{t('Version {version}', { version: version.version })}</h2>
          <p className="text-ink-2 text-small">
            <Moment time={version.createdAt} />{' '}
            <Byline prompt={{ credit: version.version === 1 ? prompt.credit : null, user: version.user }} />
            {version.suggestedBy !== null && (
              <>{rich(', suggested by {suggestedBy}', { suggestedBy: <bdi>{version.suggestedBy}</bdi> })}</>
            )}
          </p>
        </div>
        {isCurrent ? (
          <span className="badge">{t('Current')}</span>
        ) : (
          mayChange && (
            <button type="button" className="btn" onClick={() => restore(version)}>
              {rich('Restore<hidden> version {version}</hidden>', {
                version: version.version,
                hidden,
              })}
            </button>
          )
        )}
      </div>
      <VersionLabels prompt={prompt} version={version} mayMove={mayChange} />
      {version.note && (
        <p className="mt-3" dir="auto">
          {version.note}
        </p>
      )}
      {isRetitled && (
        <p className="mt-1 text-small">
          {rich('Title: {del} {ins}', {
            del: (
              <del className="text-ink-2" dir="auto">
                {before.title}
              </del>
            ),
            ins: (
              <ins className="no-underline" dir="auto">
                {version.title}
              </ins>
            ),
          })}
        </p>
      )}
      {before && (
        <>
          <Change name={t('Description')} before={before.description} after={version.description} />
          <Change
            name={t('Blanks')}
            before={variableLines(before.variables)}
            after={variableLines(version.variables)}
          />
          <Change name={t('Files')} before={textOfFiles(before.files)} after={textOfFiles(version.files)} />
        </>
      )}
      <details className="mt-3 border-hair border-t pt-3" open={isCurrent}>
        <summary className="min-h-6 cursor-pointer font-semibold text-small">
          {before ? t('What changed') : t('The text')}
          {before && before.content !== version.content && (
            <span className="font-normal text-ink-2">
              {' '}
              <ins>{t('added')}</ins>, <del>{t('removed')}</del>
            </span>
          )}
        </summary>
        <div className="mt-3 font-mono text-code leading-relaxed">
          {before?.content === version.content ? (
            <p className="font-sans text-ink-2 text-small">{t('The text didn’t change.')}</p>
          ) : (
            <TextDiff
              before={before?.content ?? version.content}
              after={version.content}
              show={(text) => <ExactText text={text} />}
            />
          )}
        </div>
      </details>
    </li>
  )
}

function Change({ name, before, after }: { name: string; before: string; after: string }) {
  if (before === after) return null
  return (
    <div className="mt-2 text-small">
      <h3>{name}</h3>
      <TextDiff before={before} after={after} />
    </div>
  )
}

/** Returns a function that stores an older version of a prompt as its new version. A failure is shown in a notice. */
function useRestoreVersion(prompt: Pick<Prompt, 'id' | 'version'>) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async ({ version, title, description, content, files, variables }: PromptVersion) => {
    const note = t('Version {version} restored', { version })
    const text: VersionedPrompt = { title, description, content, files, variables }
    const body = { ...text, note, version: prompt.version }
    try {
      const restoredPrompt = await api('PATCH /api/prompts/{id}', { params: { id: prompt.id }, body })
      // The restored title may change the prompt's address.
      await navigate({ to: '/prompt/$slug/history', params: { slug: restoredPrompt.slug }, replace: true })
      notify({ title: note })
    } catch (error) {
      notify({ title: t('It was not restored'), text: (error as Error).message, isFailure: true })
    }
    await queryClient.invalidateQueries()
  }
}
