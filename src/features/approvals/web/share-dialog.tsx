import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { promptLimits } from '#features/catalogue/rules.ts'
import { ownGroupsQuery } from '#features/groups/web/group-queries.ts'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/form-controls.tsx'
import { FormDialog } from '#ui/forms/form-dialog.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { useOversightAction } from './use-oversight-action.ts'

/** Shares the member's own prompt with a group in which they write, or sends it to the group's approvers. */
export function ShareDialog({ prompt, onClose }: { prompt: Prompt; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const { run } = useOversightAction()
  const { data: groups } = useQuery(ownGroupsQuery(api))
  const writable = (groups ?? []).filter(({ role }) => role !== 'reader')
  const [slug, setSlug] = useState('')
  const needsApproval = writable.some((group) => group.slug === slug && group.needsApproval)
  const { errors, isSending, form } = useCheckedForm({
    fields: ['group', 'note'],
    check: ({ group }) => (group === '' ? { group: t('Choose a group.') } : {}),
    send: async ({ group, note }) => {
      const { id, version } = prompt
      const body = { status: 'shared' as const, group, version }
      if (needsApproval) {
        let sentId: string | undefined
        await run(t('Sent for approval'), async () => {
          const sent = await api('POST /api/prompts/{id}/approvals', { params: { id }, body: { ...body, note } })
          sentId = sent.id
        })
        onClose()
        if (sentId) await navigate({ to: '/approval/$id', params: { id: sentId } })
        return undefined
      }
      await run(t('Shared'), () => api('PATCH /api/prompts/{id}', { params: { id }, body }))
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      title={t('Share with a group')}
      lead={
        groups && writable.length === 0
          ? t('You only read in your groups. Ask an approver or an admin to make you a writer.')
          : t(
              'The prompt then belongs to the group. Its members read it, and its writers edit it. Labels that the group protects, such as production, are removed unless you are an approver.',
            )
      }
      submitLabel={needsApproval ? t('Send for approval') : t('Share')}
      isSending={isSending}
      form={form}
      onClose={onClose}
    >
      <Select
        label={t('Group')}
        name="group"
        error={errors.group}
        value={slug}
        onChange={(event) => setSlug(event.target.value)}
      >
        <option value="" disabled>
          {t('Choose one')}
        </option>
        {writable.map(({ slug: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
      {needsApproval && (
        <Field
          label={t('Note')}
          name="note"
          help={t('Optional. What the approver should know.')}
          maxLength={promptLimits.noteMax}
          autoComplete="off"
          dir="auto"
        />
      )}
    </FormDialog>
  )
}
