import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { findHiddenCharacters } from '#features/catalogue/hidden-character-rules.ts'
import { licenseNames } from '#features/catalogue/license-rules.ts'
import { promptLimits } from '#features/catalogue/rules.ts'
import { ExactText } from '#features/catalogue/web/exact-text.tsx'
import type { ChangeRequest } from '#features/change-requests/contract.ts'
import { changeRequestLimits } from '#features/change-requests/rules.ts'
import {
  describedVariables,
  listedVariables,
  normalizeVariables,
  variableLines,
  variablesError,
} from '#features/variables/variable-list-rules.ts'
import { followRenames, hasAllBlanks } from '#features/variables/variable-rename-rules.ts'
import { PromptTextField } from '#features/writing/web/prompt-text-field.tsx'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { LabeledControl, TextArea } from '#ui/forms/form-controls.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { WrappedInput } from '#ui/forms/wrapped-input.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { FailureNote } from '#ui/note.tsx'
import { notify } from '#ui/notice.tsx'
import { TextDiff } from '#ui/text-diff.tsx'
import { HiddenCharactersNote } from './hidden-characters-note.tsx'
import { lostSince } from './lost-sentences.ts'
import { LostText } from './lost-text.tsx'

const fields = ['title', 'description', 'content', 'variables', 'reason'] as const

/**
 * Lets a member edit a copy of a prompt's text, shows the differences in text and blanks, and sends the edit with a
 * reason. `request` is the suggested edit that is being revised.
 */
export function SuggestForm({ prompt, request }: { prompt: Prompt; request: ChangeRequest | null }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const start = request?.proposed ?? prompt
  const [text, setText] = useState({ content: start.content, variables: listedVariables(start.variables) })
  /** The last content with every described blank. While the name of a blank is being typed, that blank is missing. */
  const lastComplete = useRef(start.content)
  const { content } = text
  const variables = normalizeVariables(content, text.variables)
  const changeContent = (next: string) => {
    const renamed = [content, lastComplete.current].reduce(
      (list, before) => followRenames(before, next, list),
      text.variables,
    )
    if (hasAllBlanks(next, renamed)) lastComplete.current = next
    setText({ content: next, variables: renamed })
  }
  const [failure, setFailure] = useState<string | null>(null)
  const { errors, isSending, form } = useCheckedForm({
    fields,
    check: ({ reason }) => {
      const refusal = variablesError(content, variables)
      return {
        ...(refusal && { variables: refusal }),
        ...(reason.trim().length < changeRequestLimits.reasonMin && {
          reason: t('Say why, in at least 3 characters.'),
        }),
      }
    },
    send: async ({ variables: _, ...values }) => {
      setFailure(null)
      try {
        const body = { ...values, variables, baseVersion: prompt.version }
        const savedRequest = request
          ? await api('PUT /api/change-requests/{id}', {
              params: { id: request.id },
              body: { ...body, revision: request.revision },
            })
          : await api('POST /api/prompts/{id}/change-requests', { params: { id: prompt.id }, body })
        await queryClient.invalidateQueries({ refetchType: 'none' })
        notify({ title: t('Sent'), text: t('The author or a moderator will decide on it.') })
        await navigate({ to: '/suggested-edit/$id', params: { id: savedRequest.id } })
      } catch (error) {
        if (error instanceof ApiError && error.fields) return error.fields
        setFailure((error as Error).message)
      }
    },
  })
  const base = request?.base?.content ?? null
  const lost = useMemo(() => lostSince(base, prompt.content, content), [base, prompt.content, content])
  const blanksBefore = variableLines(prompt.variables)
  const blanksAfter = variableLines(describedVariables(content, variables))
  return (
    <div className="wrap pb-10">
      <PageHead title={request ? t('Revise your suggestion') : t('Suggest an edit')}>
        <Link to="/prompt/$slug" params={{ slug: prompt.slug }} className="link" dir="auto">
          {prompt.title}
        </Link>
      </PageHead>
      {request?.answer && (
        <p className="mb-5 border-ink border-l-4 pl-3">
          <b>{t('The author asks:')} </b>
          <bdi>{request.answer}</bdi>
        </p>
      )}
      {request?.isMoved && (
        <p className="mb-5 border-ink border-l-4 pl-3">
          {t('The prompt has changed since you started. Below is your text, compared with the prompt as it is now.')}
        </p>
      )}
      <form {...form} className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 lg:grid-cols-2">
        <div className="form max-w-none">
          <LabeledControl label={t('Title')} error={errors.title}>
            {(control) => (
              <WrappedInput
                {...control}
                name="title"
                defaultValue={start.title}
                dir="auto"
                maxLength={promptLimits.titleMax}
              />
            )}
          </LabeledControl>
          <TextArea
            label={t('Description')}
            name="description"
            defaultValue={start.description}
            error={errors.description}
            rows={3}
            dir="auto"
          />
          <PromptTextField
            content={content}
            variables={text.variables}
            error={errors.content}
            variablesError={errors.variables}
            onChange={changeContent}
            onDescribe={setText}
          />
        </div>
        <section aria-labelledby="changes" className="lg:sticky lg:top-19 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <h2 id="changes" className="mb-2 font-semibold">
            {t('Your changes')}
          </h2>
          {content === prompt.content ? (
            <p className="text-ink-2 text-small">{t('No changes to the text yet.')}</p>
          ) : (
            <div className="font-mono text-code">
              <TextDiff before={prompt.content} after={content} show={(text) => <ExactText text={text} />} />
            </div>
          )}
          <LostText lost={lost} next={content} onKeep={changeContent} />
          <HiddenCharactersNote characters={findHiddenCharacters(content)} />
          {blanksBefore !== blanksAfter && (
            <div className="mt-3 text-small">
              <h3 className="font-semibold">{t('Blanks')}</h3>
              <TextDiff before={blanksBefore} after={blanksAfter} />
            </div>
          )}
        </section>
        <div className="form max-w-none">
          <Field
            label={t('Why?')}
            name="reason"
            defaultValue={request?.reason}
            error={errors.reason}
            help={t('The author sees it, and it appears in the history.')}
            maxLength={changeRequestLimits.reasonMax}
            autoComplete="off"
            dir="auto"
          />
          {failure && <FailureNote title={t('Your suggestion was not sent')}>{failure}</FailureNote>}
          <p className="text-small">
            {t(
              'If the author accepts your edit, it is published under the prompt’s license ({value}), and your name appears in the prompt’s history.',
              { value: licenseNames[prompt.licence] },
            )}
          </p>
          <div>
            <button
              type="submit"
              className={`btn btn-big ${lost.length > 0 ? '' : 'btn-primary'}`}
              aria-disabled={isSending}
            >
              {isSending ? t('Sending...') : t('Send suggestion')}
            </button>
          </div>
        </div>
      </form>
    </div>
  )
}
