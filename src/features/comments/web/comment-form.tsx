import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useId } from 'react'
import { familyNames } from '#features/models/rules.ts'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { t } from '#lib/texts.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select, TextArea } from '#ui/forms/form-controls.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
import type { CommentPage, Reply } from '../contract.ts'
import { commentLimits, type Outcome, outcomeNames, outcomes } from '../rules.ts'
import { type CommentList, commentsPath } from './comment-queries.ts'
import { useCommentRequest } from './use-comment-request.ts'

const fields = ['content', 'outcome', 'model', 'version'] as const

/**
 * The form for a new comment, for a reply to the comment `replyTo`, or for an edit of the comment `editOf`.
 * `version` is the prompt's current version, or null for a tool or comparison.
 */
export function CommentForm({
  list,
  page: { version },
  replyTo,
  editOf,
  onDone,
}: {
  list: CommentList
  page: Pick<CommentPage, 'version'>
  replyTo?: { id: string }
  editOf?: Reply
  onDone: () => void
}) {
  const request = useCommentRequest(list)
  const isReply = replyTo !== undefined || (editOf?.parentId ?? null) !== null
  const { errors, isSending, form } = useCheckedForm({
    fields,
    check: ({ content, outcome, model }) => ({
      ...(content.trim() === '' && { content: t('Write something') }),
      ...(outcome !== '' && model.trim() === '' && { model: t('Name the model') }),
    }),
    send: async (values) => {
      const body = { content: values.content, ...(!isReply && usageOf(values)) }
      const result = await request(
        (api) =>
          editOf
            ? api('PATCH /api/comments/{id}', { params: { id: editOf.id }, body: { usage: null, ...body } })
            : api(`POST ${commentsPath(list.kind)}`, {
                params: { id: list.id },
                body: { ...body, ...(replyTo && { parentId: replyTo.id }) },
              }),
        t('The comment was not saved'),
      )
      if (!result) return undefined
      if ('fields' in result) return byField(result.fields)
      notify(
        result.response.state === 'waiting'
          ? { title: t('Saved'), text: t('A moderator will review it before others can see it.') }
          : { title: editOf ? t('Saved') : t('Posted') },
      )
      onDone()
      return undefined
    },
  })
  return (
    <form {...form} className="form" aria-label={isReply ? t('Your reply') : t('Your comment')}>
      <TextArea
        ref={focusOnMount}
        rows={4}
        label={isReply ? t('Your reply') : t('Your comment')}
        name="content"
        defaultValue={editOf?.content}
        help={t('Plain text. Put `code` between backticks.')}
        maxLength={commentLimits.contentMax}
        error={errors.content}
      />
      {!isReply && <UsageFields errors={errors} usage={editOf?.usage ?? null} version={version} />}
      <p className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-primary" aria-disabled={isSending}>
          {isSending ? t('Sending...') : editOf ? t('Save') : t('Post')}
        </button>
        <button type="button" className="btn" onClick={onDone}>
          {t('Cancel')}
        </button>
      </p>
    </form>
  )
}

type Values = Record<(typeof fields)[number], string>

function usageOf({ outcome, model, version }: Values) {
  if (outcome === '') return {}
  return { usage: { outcome: outcome as Outcome, model, ...(version !== '' && { version: Number(version) }) } }
}

/** Maps the server's errors to this form's fields. If none of them is about one, the first is shown at the content. */
function byField(fieldErrors: Record<string, string>): Partial<Values> {
  const entries = Object.entries(fieldErrors).map(([name, text]) => [name.replace('usage.', ''), text])
  const knownErrors = Object.fromEntries(entries.filter(([name]) => fields.some((field) => field === name)))
  return Object.keys(knownErrors).length > 0 ? knownErrors : { content: entries[0]?.[1] }
}

/** Optional fields for a report of use: how well it worked, with which model and version. */
function UsageFields({
  errors,
  usage,
  version,
}: {
  errors: Partial<Values>
  usage: Reply['usage']
  version: number | null
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: models } = useQuery(modelsQuery(api))
  const modelNamesId = useId()
  const modelNames = new Set([...Object.values(familyNames), ...(models ?? []).map(({ name }) => name)])
  return (
    <>
      <Select
        label={t('Did it work?')}
        name="outcome"
        defaultValue={usage?.outcome ?? ''}
        help={t('Optional. A summary of these reports appears above the comments.')}
      >
        <option value="">{t('No answer')}</option>
        {outcomes.map((outcome) => (
          <option key={outcome} value={outcome}>
            {outcomeNames[outcome]}
          </option>
        ))}
      </Select>
      <Field
        label={t('Model')}
        name="model"
        list={modelNamesId}
        defaultValue={usage?.model}
        maxLength={commentLimits.modelMax}
        error={errors.model}
      />
      <datalist id={modelNamesId}>
        {[...modelNames].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {version !== null && version > 1 && (
        <Field
          label={t('Version')}
          name="version"
          type="number"
          min={1}
          max={version}
          defaultValue={usage?.version ?? version}
          error={errors.version}
        />
      )}
    </>
  )
}
