import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { isNotFoundError } from '#client/not-found.ts'
import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { PromptPending } from '#features/catalogue/web/pending.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { ConflictView } from './conflict-view.tsx'
import { toBody, toForm } from './form-body.ts'
import { forkError, isOwn, mayEdit } from './may-edit.ts'
import { OwnDraft } from './own-draft.tsx'
import { promptToEditQuery } from './own-prompt-queries.ts'
import { type Preview, PromptEditor } from './prompt-editor.tsx'
import { draftKey, draftVersion } from './use-prompt-form.ts'
import { usePromptSaved } from './use-prompt-saved.ts'

type EditProps = { user: User; preview: Preview }

/** The page on which the author, moderators and admins edit a prompt. `id`: the prompt's id or slug. */
export function EditPromptPage({ user, preview, id, notFound }: EditProps & { id: string; notFound: ReactNode }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: prompt, error, refetch } = useQuery(promptToEditQuery(api, id))
  if (isNotFoundError(error)) return notFound
  if (error)
    return (
      <div className="wrap pt-10">
        <LoadFailure title="The prompt could not be loaded" error={error} onRetry={() => refetch()} />
      </div>
    )
  if (!prompt) return <PromptPending />
  if (!mayEdit(user, prompt)) return <NotYours user={user} prompt={prompt} />
  // Reserves a storage key for the unsaved values of this form, so that two open forms don't share one.
  return (
    <OwnDraft key={prompt.id} firstKey={draftKey(user.id, prompt.id)}>
      {(storageKey) => <EditForm user={user} preview={preview} prompt={prompt} storageKey={storageKey} />}
    </OwnDraft>
  )
}

function NotYours({ user, prompt }: { user: User; prompt: Prompt }) {
  const refusal = forkError(user, prompt)
  return (
    <div className="wrap pt-10">
      <section className="rounded-2 border border-hair bg-raised p-5 sm:px-6 sm:py-8">
        <h1 className="text-h2">You can’t edit this prompt</h1>
        <p className="mt-2 mb-4 text-ink-2">
          Only its author, moderators and admins can. {refusal ?? 'You can fork it to make your own.'}
        </p>
        {refusal === null && (
          <Link to="/create-prompt" search={{ fork: prompt.slug }} className="btn btn-primary">
            Fork it
          </Link>
        )}
      </section>
    </div>
  )
}

function EditForm({ user, preview, prompt, storageKey }: EditProps & { prompt: Prompt; storageKey: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const onSaved = usePromptSaved()
  const [startVersion] = useState(() => draftVersion(storageKey) ?? prompt.version)
  /**
   * `base`: the stored prompt, with the number of the version on which the edit is based. `theirs`: a newer version
   * that has been stored since, if any.
   */
  const [base, setBase] = useState({ ...prompt, version: startVersion })
  const [theirs, setTheirs] = useState<Prompt | null>(startVersion === prompt.version ? null : prompt)
  const isDraft = base.status === 'draft'
  const isMine = isOwn(user, base)
  const save = { label: isDraft ? 'Save draft' : 'Save changes', busyLabel: 'Saving...', status: undefined } as const
  const publish = { label: 'Publish', busyLabel: 'Publishing...', status: 'published' } as const
  const withdraw = { label: 'Unpublish', busyLabel: 'Saving...', status: 'draft' } as const

  return (
    <PromptEditor
      title="Edit prompt"
      lead={
        isMine ? (
          <span dir="auto">{base.title}</span>
        ) : (
          `By ${base.user.username}. Your name appears beside this version.`
        )
      }
      storageKey={storageKey}
      start={toForm(base)}
      version={base.version}
      asksWhatChanged
      ignoredDuplicates={[prompt.id, ...(prompt.forkOf ? [prompt.forkOf.slug] : [])]}
      main={isDraft && isMine ? publish : save}
      second={isDraft && isMine ? save : isMine && base.status === 'published' ? withdraw : undefined}
      preview={preview}
      onSend={async (form, status, note) => {
        try {
          const body = { ...toBody(form), status, note, version: base.version }
          const savedPrompt = await api('PATCH /api/prompts/{id}', { params: { id: prompt.id }, body })
          await onSaved(savedPrompt, base.status)
          await navigate(
            savedPrompt.status === 'published'
              ? { to: '/prompt/$slug', params: { slug: savedPrompt.slug } }
              : {
                  to: '/my-prompts',
                  search: { status: savedPrompt.status === 'deleted' ? undefined : savedPrompt.status },
                },
          )
          return true
        } catch (error) {
          if (!(error instanceof ApiError && error.current)) throw error
          setTheirs(error.current as Prompt)
          return false
        }
      }}
      onStartOver={() => {
        if (theirs) setBase(theirs)
        setTheirs(null)
      }}
    >
      {({ form, set, setNote }) =>
        theirs && (
          <ConflictView
            mine={form}
            theirs={theirs}
            onMine={() => {
              setBase(theirs)
              setTheirs(null)
            }}
            onTheirs={() => {
              set(toForm(theirs))
              setNote('')
              setBase(theirs)
              setTheirs(null)
            }}
          />
        )
      }
    </PromptEditor>
  )
}
