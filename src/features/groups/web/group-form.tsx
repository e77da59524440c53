import { useState } from 'react'
import { siteFacts } from '#client/site-facts.ts'
import type { AdminGroup } from '#features/groups/contract.ts'
import { type GroupRole, groupRoles, groupLimits as limits, groupMessages as messages } from '#features/groups/rules.ts'
import { labelError, usualLabels } from '#features/labels/rules.ts'
import { t, translate } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { CharacterCount, Checkbox, Select, TextArea } from '#ui/forms/form-controls.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { roleNames } from './role-names.ts'

const fields = [
  'name',
  'description',
  'needsApproval',
  'reviewDays',
  'protectedLabels',
  'claimValue',
  'claimRole',
] as const
type Values = Record<(typeof fields)[number], string>

/** The settings of a group as the API takes them. */
export type GroupSettings = Pick<
  AdminGroup,
  'name' | 'description' | 'needsApproval' | 'reviewDays' | 'protectedLabels' | 'claimValue' | 'claimRole'
>

type Props = {
  group?: GroupSettings
  submitLabel: string
  /** Returns the errors of fields, or null. */
  onSend: (settings: GroupSettings) => Promise<Record<string, string> | null>
  onCancel?: () => void
}

/** The form for a new group, or for the settings of one. */
export function GroupForm({ group, submitLabel, onSend, onCancel }: Props) {
  const { ownProvider, signInBy } = siteFacts()
  const provider = signInBy?.includes('oidc') ? (ownProvider ?? t('your OpenID provider')) : null
  const [length, setLength] = useState(group?.description.length ?? 0)
  const { errors, isSending, form } = useCheckedForm({
    fields,
    check,
    send: async (values) => (await onSend(toSettings(values, group))) ?? undefined,
  })
  const leavesClaim = group?.claimValue != null
  return (
    <form {...form} className="form">
      <Field label={t('Name')} name="name" defaultValue={group?.name} error={errors.name} autoComplete="off" />
      <TextArea
        label={t('Description')}
        name="description"
        rows={3}
        defaultValue={group?.description}
        error={errors.description}
        help={t('Optional. Members see it on the group’s page.')}
        aside={<CharacterCount length={length} max={limits.descriptionMax} />}
        onChange={(event) => setLength(event.target.value.trim().length)}
      />
      <Checkbox
        label={t('What writers add waits for an approver')}
        name="needsApproval"
        defaultChecked={group?.needsApproval}
      />
      <Field
        label={t('Days until a review')}
        name="reviewDays"
        inputMode="numeric"
        defaultValue={group?.reviewDays ?? limits.reviewDaysDefault}
        error={errors.reviewDays}
        help={t('How long a prompt counts as reviewed, from {reviewDaysMin} to {reviewDaysMax} days.', {
          reviewDaysMin: limits.reviewDaysMin,
          reviewDaysMax: limits.reviewDaysMax,
        })}
        autoComplete="off"
      />
      <Field
        label={t('Protected labels')}
        name="protectedLabels"
        defaultValue={(group?.protectedLabels ?? usualLabels.slice(0, 1)).join(', ')}
        error={errors.protectedLabels}
        help={t('Only approvers move these labels to another version of a prompt. Separate them with commas.')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {(provider !== null || leavesClaim) && (
        <>
          <Field
            label={provider ? t('Group at {provider}', { provider }) : t('Group at the OpenID provider')}
            name="claimValue"
            defaultValue={group?.claimValue ?? ''}
            error={errors.claimValue}
            help={
              <>
                {provider
                  ? t(
                      'Optional. The name or id that {provider} sends, in Entra ID the object id. People with this group become members when they next sign in there, and leave with it.',
                      { provider },
                    )
                  : t(
                      'Optional. The name or id that the provider sends, in Entra ID the object id. People with this group become members when they next sign in there, and leave with it.',
                    )}
                {leavesClaim && ` ${t('If you change it, those whom it brought leave now.')}`}
              </>
            }
            autoComplete="off"
            spellCheck={false}
          />
          <Select
            label={t('Their role')}
            name="claimRole"
            defaultValue={group?.claimRole ?? 'reader'}
            error={errors.claimRole}
            help={t('The role that they begin with. You can change it for each of them.')}
          >
            {groupRoles.map((role) => (
              <option key={role} value={role}>
                {translate(roleNames[role])}
              </option>
            ))}
          </Select>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-primary" aria-disabled={isSending}>
          {isSending ? t('Saving...') : submitLabel}
        </button>
        {onCancel && (
          <button type="button" className="btn" onClick={onCancel}>
            {t('Cancel')}
          </button>
        )}
      </div>
    </form>
  )
}

function check({ name, description, reviewDays, protectedLabels, claimValue }: Values): Partial<Values> {
  const days = Number(reviewDays)
  const isDays = Number.isInteger(days) && days >= limits.reviewDaysMin && days <= limits.reviewDaysMax
  const labelRefusal = labelsOf(protectedLabels)
    .map(labelError)
    .find((refusal) => refusal !== null)
  return {
    ...(labelRefusal && { protectedLabels: labelRefusal }),
    ...(name.trim() === '' && { name: messages.nameMissing }),
    ...(name.trim().length > limits.nameMax && { name: messages.nameLong }),
    ...(description.trim().length > limits.descriptionMax && { description: messages.descriptionLong }),
    ...(!isDays && { reviewDays: messages.reviewDays }),
    ...(claimValue.trim().length > limits.claimValueMax && { claimValue: messages.claimValueLong }),
  }
}

function labelsOf(text: string): string[] {
  return text.split(',').flatMap((label) => label.trim() || [])
}

/** Without a provider, the form has no fields for it, and `group` has the values that stay. */
function toSettings(values: Values, group?: GroupSettings): GroupSettings {
  const { name, description, needsApproval, reviewDays, protectedLabels, claimValue, claimRole } = values
  return {
    name: name.trim(),
    description: description.trim(),
    needsApproval: needsApproval === 'on',
    reviewDays: Number(reviewDays),
    protectedLabels: labelsOf(protectedLabels),
    claimValue: claimValue.trim() || null,
    claimRole: (claimRole || group?.claimRole || 'reader') as GroupRole,
  }
}
