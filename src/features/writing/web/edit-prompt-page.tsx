import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { isNotFoundError } from '#client/not-found.ts'
import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { PromptPending } from '#features/catalogue/web/pending.tsx'
import { t } from '#lib/texts.ts'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { audienceOf, sharingOf } from './audience-choice.ts'
import { ConflictView } from './conflict-view.tsx'
import { toBody, toForm } from './form-body.ts'
import { forkError, isOwn, mayEdit } from './may-edit.ts'
import { OwnDraft } from './own-draft.tsx'
import { promptToEditQuery } from './own-prompt-queries.ts'
import { type FormPart, type Preview, PromptEditor } from './prompt-editor.tsx'
import { groupsToSend, type SendForApproval, shareAction, useGroupChoices, useSendDraft } from './use-audience.ts'
import { draftKey, draftVersion } from './use-prompt-form.ts'
import { usePromptSaved } from './use-prompt-saved.ts'

/** A text to start from instead of the prompt's own, such as one that waits. `key`: the name of the form's draft. */
type Proposed = { key: string; text: Partial<Prompt> }

type EditProps = {
  user: User
  preview: Preview
  part?: FormPart
  /** What saving does if the prompt belongs to a group that needs approval, or is to belong to one. */
  sendForApproval: SendForApproval
  proposed?: Proposed
}

/** The page on which the author, moderators and admins edit a prompt. `id`: the prompt's id or slug. */
export function EditPromptPage({ id, notFound, ...props }: EditProps & { id: string; notFound: ReactNode }) {
  const { user, proposed } = props
  const { api } = useRouteContext({ from: '__root__' })
  const { data: prompt, error, refetch } = useQuery(promptToEditQuery(api, id))
  if (isNotFoundError(error)) return notFound
  if (error)
    return (
      <div className="wrap pt-10">
        <LoadFailure title={t('The prompt could not be loaded')} error={error} onRetry={() => refetch()} />
      </div>
    )
  if (!prompt) return <PromptPending />
  if (!mayEdit(user, prompt)) return <NotYours user={user} prompt={prompt} />
  // Reserves a storage key for the unsaved values of this form, so that two open forms don't share one.
  return (
    <OwnDraft key={prompt.id} firstKey={draftKey(user.id, proposed?.key ?? prompt.id)}>
      {(storageKey) => <EditForm {...props} prompt={prompt} storageKey={storageKey} />}
    </OwnDraft>
  )
}

function NotYours({ user, prompt }: { user: User; prompt: Prompt }) {
  const refusal = forkError(user, prompt)
  return (
    <div className="wrap pt-10">
      <section className="rounded-2 border border-hair bg-raised p-5 sm:px-6 sm:py-8">
        <h1 className="text-h2">{t('You can’t edit this prompt')}</h1>
        <p className="mt-2 mb-4 text-ink-2">
          {t('Only its author, moderators and admins can.')} {refusal ?? t('You can fork it to make your own.')}
        </p>
        {refusal === null && (
          <Link to="/create-prompt" search={{ fork: prompt.slug }} className="btn btn-primary">
            {t('Fork it')}
          </Link>
        )}
      </section>
    </div>
  )
}

type EditFormProps = EditProps & { prompt: Prompt; storageKey: string }

/** Whether its status lets somebody choose who sees the prompt: not while it is removed or out of use in its group. */
function isDecidable({ status, audience }: Prompt): boolean {
  return status === 'published' || status === 'shared' || status === 'pending' || (status === 'draft' && !audience)
}

function EditForm({ user, preview, part, sendForApproval, proposed, prompt, storageKey }: EditFormProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const onSaved = usePromptSaved()
  const sendDraft = useSendDraft(sendForApproval)
  const [startVersion] = useState(() => draftVersion(storageKey) ?? prompt.version)
  /**
   * `base`: the stored prompt, with the number of the version on which the edit is based. `theirs`: a newer version
   * that has been stored since, if any.
   */
  const [base, setBase] = useState({ ...prompt, version: startVersion })
  const [theirs, setTheirs] = useState<Prompt | null>(startVersion === prompt.version ? null : prompt)
  const isDraft = base.status === 'draft' && !base.audience
  const waits = base.audience?.needsApproval === true
  const isMine = isOwn(user, base)
  const groups = useGroupChoices(user, base.audience)
  const now = audienceOf(base)
  const mayDecide = !waits && !proposed && isDecidable(base) && (base.audience?.mayDecide ?? isMine)
  const audience = {
    start: now,
    groups: mayDecide ? groups : null,
    isOwn: isMine,
    fixed:
      !mayDecide && now.who === 'groups'
        ? t('Only its groups see it. Their approvers decide who else does.')
        : undefined,
  }
  const send = { label: t('Send for approval'), busyLabel: t('Sending...'), status: undefined } as const
  const save = {
    label: isDraft ? t('Save draft') : t('Save changes'),
    busyLabel: t('Saving...'),
    status: undefined,
  } as const
  const publish = { label: t('Publish'), busyLabel: t('Publishing...'), status: 'published' } as const
  const takeBack = { label: t('Return it to its author'), busyLabel: t('Saving...'), status: 'draft' } as const
  const withdraw = { label: t('Unpublish'), busyLabel: t('Saving...'), status: 'draft' } as const

  return (
    <PromptEditor
      title={t('Edit prompt')}
      lead={
        isMine ? (
          <span dir="auto">{base.title}</span>
        ) : (
          t('By {username}. Your name appears beside this version.', { username: base.user.username })
        )
      }
      storageKey={storageKey}
      start={toForm({ ...base, ...proposed?.text })}
      version={base.version}
      asksWhatChanged
      ignoredDuplicates={[prompt.id, ...(prompt.forkOf ? [prompt.forkOf.slug] : [])]}
      audience={audience}
      actionsFor={(choice) => {
        if (waits) return [send]
        if (choice === null || !mayDecide) {
          if (isDraft && isMine) return [publish, save]
          return [save, isMine && !base.audience && base.status === 'published' ? withdraw : undefined]
        }
        if (JSON.stringify(choice) === JSON.stringify(now)) return [save]
        if (choice.who === 'groups') return [shareAction(sharingOf(choice, groups ?? []))]
        return [choice.who === 'everybody' ? publish : base.audience ? takeBack : withdraw]
      }}
      preview={preview}
      part={isMine && !waits ? part : undefined}
      prompt={prompt}
      onSend={async (form, { status, sharing }, note) => {
        try {
          const written = { ...toBody(form), note, version: base.version }
          if (waits) {
            await sendForApproval(prompt.id, written)
            return true
          }
          const toWait = sharing?.waits === true
          const body = { ...written, ...(toWait ? { status: 'draft' as const } : { status, ...groupsToSend(sharing) }) }
          const savedPrompt = await api('PATCH /api/prompts/{id}', { params: { id: prompt.id }, body })
          await onSaved(savedPrompt, base.status)
          if (isMine) await part?.store(savedPrompt)
          if (sharing && toWait) {
            await sendDraft(savedPrompt, sharing)
            return true
          }
          await navigate(
            savedPrompt.status === 'published' || savedPrompt.audience
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
