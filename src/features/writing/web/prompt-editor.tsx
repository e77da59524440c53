import { useRouteContext } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { formFields, type PromptForm } from '#features/catalogue/draft-rules.ts'
import { withoutHiddenCharacters } from '#features/catalogue/hidden-character-rules.ts'
import { promptLimits, textFields } from '#features/catalogue/rules.ts'
import type { RequestedStatus } from '#features/catalogue/status-rules.ts'
import type { PromptCheck } from '#features/writing/contract.ts'
import { hasWarnings } from '#features/writing/warning-rules.ts'
import { lengthOf } from '#lib/short-text.ts'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { CharacterCount } from '#ui/forms/form-controls.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { FailureNote } from '#ui/note.tsx'
import { rich } from '#ui/rich.ts'
import { type AudienceChoice, audienceError, type GroupChoice, type Sharing } from './audience-choice.ts'
import { AudienceField } from './audience-field.tsx'
import { PromptFormFields } from './prompt-form.tsx'
import { PublishWarnings } from './publish-warnings.tsx'
import { type Errors, usePromptForm } from './use-prompt-form.ts'

/** Stores the form as an action says. Resolves to false if the member has to resolve a conflict first. */
type Send = (form: PromptForm, action: SaveAction, note: string) => Promise<boolean>

/** Renders a prompt's text as it appears on the prompt's page. */
export type Preview = (prompt: Pick<PromptForm, 'content' | 'variables'>) => ReactNode

/** A part of the form that another feature provides: the prompt's pictures. */
export type FormPart = {
  /** Renders the part's fields. `prompt` is the stored prompt, if its author edits it. */
  render: (form: PromptForm, prompt?: Prompt) => ReactNode
  /** Shows what is wrong in the part, and returns whether everything is right. */
  check: () => boolean
  /** Stores the part after the prompt was stored. */
  store: (prompt: Prompt) => Promise<void>
}

/**
 * A button that stores the form and requests a status for the prompt, or leaves it. `busyLabel`: its label while it does
 * so. `sharing`: the groups that are to read the prompt.
 */
export type SaveAction = {
  label: string
  busyLabel: string
  status: RequestedStatus | undefined
  sharing?: Sharing | null
}

/**
 * Who sees the prompt. `groups`: those that the member may choose, or null if they aren't asked. `fixed`: a sentence
 * instead of the question, for those who may not decide.
 */
export type EditorAudience = {
  start: AudienceChoice
  groups: GroupChoice[] | null
  isOwn: boolean
  fixed?: string
}

/**
 * The editor of a prompt: the form, a preview, and warnings before publishing. `onSend` stores the form and opens the
 * next page. If `onSend` fails, the editor shows the error and keeps the values.
 */
export function PromptEditor({
  title,
  lead,
  storageKey,
  start,
  handedOver = null,
  version,
  asksWhatChanged = false,
  ignoredDuplicates,
  audience,
  actionsFor,
  preview,
  part,
  prompt,
  onSend,
  onStartOver,
  children,
}: {
  title: string
  lead?: ReactNode
  /** The localStorage key under which unsaved values are kept as a draft. */
  storageKey: string
  /** The values of the form if there is no draft. */
  start: PromptForm
  /** The form's first values if another page has handed them over. They are saved as a draft. */
  handedOver?: PromptForm | null
  /** The version that the edit is based on. It is saved with the draft. */
  version?: number
  /** Whether the form asks for a note about the change, which is stored with the new version. */
  asksWhatChanged?: boolean
  /** Ids or slugs of prompts to ignore in the search for near-duplicates. */
  ignoredDuplicates: string[]
  audience: EditorAudience
  /** Returns the main button and perhaps a second one. `choice`: who is to see the prompt, or null if that isn't asked. */
  actionsFor: (choice: AudienceChoice | null) => [SaveAction, SaveAction?]
  preview: Preview
  part?: FormPart
  /** The stored prompt, if its author edits it. */
  prompt?: Prompt
  onSend: Send
  onStartOver?: () => void
  /** Renders content above the form, such as a conflict, with access to the form's values. */
  children?: (editor: Pick<ReturnType<typeof usePromptForm>, 'form' | 'set' | 'setNote'>) => ReactNode
}) {
  const { api } = useRouteContext({ from: '__root__' })
  // A choice of groups in a draft is shown even if the member has left them meanwhile.
  const groups = audience.groups ?? []
  const editor = usePromptForm(storageKey, start, {
    version,
    handedOver,
    firstAudience: audience.start,
    audienceErrorOf: (chosen) => (audience.fixed ? undefined : audienceError(chosen, groups)),
  })
  const {
    form,
    set,
    note,
    setNote,
    audience: choice,
    setAudience,
    errors,
    setErrors,
    wasRestored,
    check,
    reset,
    forget,
  } = editor
  const isQuestion = !audience.fixed && (audience.groups !== null || choice.who === 'groups')
  const [main, second] = actionsFor(isQuestion ? choice : null)
  const [warnings, setWarnings] = useState<PromptCheck | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const [activeAction, setActiveAction] = useState<SaveAction | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const formId = useId()

  const focusFirstError = (found: Errors) => {
    const first = allFields.find((field) => found[field])
    // Waits until the error is rendered, so that screen readers read it along with the field.
    if (first) setTimeout(() => (element.current?.elements.namedItem(first) as HTMLElement | null)?.focus())
    return first !== undefined
  }

  async function send(action: SaveAction, { ignoresWarnings }: { ignoresWarnings: boolean }) {
    if (activeAction || focusFirstError(check()) || part?.check() === false) return
    setActiveAction(action)
    setFailure(null)
    setWarnings(null)
    try {
      if (action.status === 'published' && !ignoresWarnings) {
        const { title, description, content } = form
        const warningsFound = await api('POST /api/prompts/check', {
          body: { title, description, content, except: ignoredDuplicates },
        })
        if (hasWarnings(warningsFound)) return setWarnings(warningsFound)
      }
      if (await onSend(form, action, note)) forget()
    } catch (error) {
      const { fields } = error as ApiError
      const serverErrors = fields && fieldErrors(fields)
      if (serverErrors) setErrors(serverErrors)
      if (!serverErrors || !focusFirstError(serverErrors)) setFailure(error as Error)
    } finally {
      setActiveAction(null)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    return send(main, { ignoresWarnings: false })
  }
  const clean = () => {
    set(Object.fromEntries(textFields.map((name) => [name, withoutHiddenCharacters(form[name])])))
    setWarnings(null)
  }

  return (
    <div className="wrap pb-10">
      <PageHead title={title}>{lead}</PageHead>
      {wasRestored && (
        <p className="mb-5 flex flex-wrap items-center gap-3 text-ink-2 text-small">
          {rich('Your unsaved text is still here.<button>Start over</button>', {
            button: (text) => (
              <button
                type="button"
                className="btn"
                onClick={() => {
                  reset()
                  onStartOver?.()
                }}
              >
                {text}
              </button>
            ),
          })}
        </p>
      )}
      {children?.(editor)}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-2">
        <form ref={element} id={formId} className="form max-w-none" noValidate onSubmit={submit}>
          <PromptFormFields form={form} errors={errors} set={set} picture={part?.render(form, prompt)} />
          {isQuestion && (
            <AudienceField
              choice={choice}
              groups={groups}
              isOwn={audience.isOwn}
              error={errors.audience}
              onChange={setAudience}
            />
          )}
          {audience.fixed && <p className="text-ink-2 text-small [overflow-wrap:anywhere]">{audience.fixed}</p>}
          {asksWhatChanged && (
            <Field
              label={t('What changed?')}
              name="note"
              error={errors.note}
              help={t('Optional. The history shows it with this version.')}
              aside={<CharacterCount length={lengthOf(note)} max={promptLimits.noteMax} />}
              value={note}
              onChange={(event) => setNote(event.target.value)}
              dir="auto"
              autoComplete="off"
            />
          )}
        </form>
        {/* On phones, the preview comes before the buttons, because people check it and then publish. */}
        <div className="lg:sticky lg:top-19 lg:col-start-2 lg:row-span-2 lg:row-start-1">{preview(form)}</div>
        <div className="grid gap-5">
          {failure && <FailureNote title={t('It was not saved')}>{failure.message}</FailureNote>}
          {warnings && (
            <PublishWarnings
              check={warnings}
              onPublish={() => send(main, { ignoresWarnings: true })}
              onClean={clean}
              onClose={() => {
                setWarnings(null)
                ;(element.current?.elements.namedItem('content') as HTMLElement | null)?.focus()
              }}
            />
          )}
          <div className="flex flex-wrap gap-2" hidden={warnings !== null}>
            <button
              type="submit"
              form={formId}
              className="btn btn-primary btn-big"
              aria-disabled={activeAction !== null}
            >
              {activeAction?.label === main.label ? main.busyLabel : main.label}
            </button>
            {second && (
              <button
                type="button"
                className="btn btn-big"
                aria-disabled={activeAction !== null}
                onClick={() => send(second, { ignoresWarnings: false })}
              >
                {activeAction?.label === second.label ? second.busyLabel : second.label}
              </button>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

const allFields = [...formFields, 'audience', 'note'] as const

/** The names that the API has for the question who sees the prompt. */
const audienceNames = ['group', 'otherGroups']

/** Assigns the server's errors to the fields of the form: an error for `tags.0` belongs to the field `tags`. */
function fieldErrors(fields: Record<string, string>): Errors {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, message]) => {
      const first = name.split('.')[0] as string
      const field = audienceNames.includes(first) ? 'audience' : allFields.find((known) => known === first)
      return field ? [[field, message]] : []
    }),
  )
}
