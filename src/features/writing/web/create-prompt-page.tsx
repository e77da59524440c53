import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import type { Prompt, PromptText } from '#features/catalogue/contract.ts'
import { emptyForm } from '#features/catalogue/draft-rules.ts'
import { Byline } from '#features/catalogue/web/author-link.tsx'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { t } from '#lib/texts.ts'
import { FailureNote } from '#ui/note.tsx'
import { rich } from '#ui/rich.ts'
import { forEverybody, onlyMe, sharingOf } from './audience-choice.ts'
import { toBody, toForm } from './form-body.ts'
import { forkError, isOwn } from './may-edit.ts'
import { OwnDraft } from './own-draft.tsx'
import { type FormPart, type Preview, PromptEditor } from './prompt-editor.tsx'
import { groupsToSend, type SendForApproval, shareAction, useGroupChoices, useSendDraft } from './use-audience.ts'
import { deleteHandedOverDraft, draftKey, readHandedOverDraft } from './use-prompt-form.ts'
import { usePromptSaved } from './use-prompt-saved.ts'

const publish = () => ({ label: t('Publish'), busyLabel: t('Publishing...'), status: 'published' }) as const
const saveDraft = () => ({ label: t('Save as draft'), busyLabel: t('Saving...'), status: 'draft' }) as const

type CreateProps = {
  user: User
  preview: Preview
  part?: FormPart
  sendForApproval: SendForApproval
  /** Whether the fork is in another language, and linked as a translation. */
  translates?: boolean
}

/**
 * The page for a new prompt. Its form has a draft that another page handed over, or the text of the prompt `fork` (id or
 * slug), or is empty. `text`: the initial text of a fork, if it isn't the text of the origin.
 */
export function CreatePromptPage({ fork, ...props }: CreateProps & { fork?: string; text?: PromptText }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: origin, error } = useQuery({ ...promptQuery(api, fork ?? ''), enabled: fork !== undefined })
  if (fork === undefined) return <CreateForm {...props} origin={null} />
  const refusal = error?.message ?? (origin && forkError(props.user, origin))
  if (refusal)
    return (
      <div className="wrap pt-10">
        <FailureNote
          title={t('This prompt can’t be forked')}
          action={
            <Link to="/create-prompt" className="btn">
              {t('Write a new one')}
            </Link>
          }
        >
          {refusal}
        </FailureNote>
      </div>
    )
  return origin ? <CreateForm key={origin.id} {...props} origin={origin} /> : null
}

function CreateForm({
  user,
  preview,
  part,
  sendForApproval,
  translates = false,
  origin,
  text,
}: CreateProps & { origin: Prompt | null; text?: PromptText }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const onSaved = usePromptSaved()
  const groups = useGroupChoices(user)
  const sendDraft = useSendDraft(sendForApproval)
  const start = origin ? toForm({ ...origin, ...text }) : emptyForm
  const [handedOverDraft] = useState(() => readHandedOverDraft(start))
  useEffect(deleteHandedOverDraft, [])
  const firstKey = draftKey(
    user.id,
    origin && `${translates ? 'translation' : 'fork'}-${origin.id}${text ? '-edited' : ''}`,
  )

  return (
    <OwnDraft firstKey={firstKey} isNew={handedOverDraft !== null}>
      {(storageKey) => (
        <PromptEditor
          title={translates ? t('Translate a prompt') : origin ? t('Fork a prompt') : t('Create Prompt')}
          lead={
            origin ? (
              <>
                {rich('Made from {link} {byline}. Your prompt will link to it.', {
                  link: (
                    <Link to="/prompt/$slug" params={{ slug: origin.slug }} className="link" dir="auto">
                      {origin.title}
                    </Link>
                  ),
                  byline: <Byline prompt={origin} />,
                })}
              </>
            ) : (
              <OtherStarts />
            )
          }
          storageKey={storageKey}
          start={start}
          handedOver={handedOverDraft}
          ignoredDuplicates={origin ? [origin.id] : []}
          // A fork of what only groups read isn't for everybody unless its author says so.
          audience={{ start: origin?.audience ? onlyMe : forEverybody, groups, isOwn: true }}
          actionsFor={(choice) => {
            if (choice === null) return [publish(), saveDraft()]
            if (choice.who === 'groups') return [shareAction(sharingOf(choice, groups ?? []))]
            return [choice.who === 'self' ? saveDraft() : publish()]
          }}
          preview={preview}
          part={part}
          onSend={async (form, { status, sharing }) => {
            const body = {
              ...toBody(form),
              ...(sharing?.waits ? { status: 'draft' as const } : { status, ...groupsToSend(sharing) }),
              // A translation of one's own prompt isn't also a fork of it.
              ...(origin && !(translates && isOwn(user, origin)) && { forkOf: origin.id }),
              ...(origin && translates && { translationOf: origin.id }),
            }
            const prompt = await api('POST /api/prompts', { body })
            await onSaved(prompt)
            await part?.store(prompt)
            if (sharing?.waits) {
              await sendDraft(prompt, sharing)
              return true
            }
            await navigate(
              prompt.status === 'published' || prompt.status === 'shared'
                ? { to: '/prompt/$slug', params: { slug: prompt.slug } }
                : { to: '/my-prompts', search: { status: prompt.status } },
            )
            return true
          }}
        />
      )}
    </OwnDraft>
  )
}

/** Links to other ways to begin a prompt, instead of this empty form. */
function OtherStarts() {
  return (
    <>
      {rich(
        'Write the text first. Or <link>start with an idea</link>, <link2>fork a prompt</link2> or <link3>import a file</link3>.',
        {
          link: (text) => (
            <Link to="/prompt-generator" className="link">
              {text}
            </Link>
          ),
          link2: (text) => (
            <Link to="/prompts" className="link">
              {text}
            </Link>
          ),
          link3: (text) => (
            <Link to="/my-prompts/import" className="link">
              {text}
            </Link>
          ),
        },
      )}
    </>
  )
}
