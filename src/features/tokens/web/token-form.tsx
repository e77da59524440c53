import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { findPasswordError } from '#features/accounts/form-rules.ts'
import { CurrentPasswordField } from '#features/accounts/web/current-password-field.tsx'
import type { NewApiToken } from '#features/tokens/contract.ts'
import { tokenLimits as limits, tokenMessages as messages, scopeDescriptions } from '#features/tokens/rules.ts'
import type { TokenScope } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { Field } from '#ui/forms/field.tsx'
import { FormActions } from '#ui/forms/form-actions.tsx'
import { Checkbox, Select } from '#ui/forms/form-controls.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'

const scopes = Object.keys(scopeDescriptions) as TokenScope[]
const fields = ['tokenName', ...scopes, 'days', 'dailyCredits', 'password'] as const
type Values = Record<(typeof fields)[number], string>
const lifetimes = [7, 30, limits.daysDefault, limits.daysMax]

type Props = { username: string; onCreated: (created: NewApiToken) => void; onCancel: () => void }

/**
 * The form for a new API token: its name, scopes, daily credits and lifetime. It asks for the password only if the
 * server requires one.
 */
export function TokenForm({ username, onCreated, onCancel }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const [asksPassword, setAsksPassword] = useState(false)
  const [canRun, setCanRun] = useState(false)
  const check = (values: Values): Partial<Values> => {
    const name = values.tokenName.trim()
    const credits = Number(values.dailyCredits)
    const areCreditsInvalid = !Number.isInteger(credits) || credits < 0 || credits > limits.dailyCreditsMax
    return {
      ...(name === '' && { tokenName: messages.nameMissing }),
      ...(name.length > limits.nameMax && { tokenName: messages.nameLong }),
      // The error at `read` stands for all scopes, and is shown below their checkboxes.
      ...(!scopes.some((scope) => values[scope]) && { read: messages.scopeMissing }),
      ...(canRun &&
        (values.dailyCredits.trim() === '' || areCreditsInvalid) && { dailyCredits: messages.dailyCredits }),
      ...(asksPassword && findPasswordError(values)),
    }
  }
  const send = async ({ tokenName, days, dailyCredits, password, ...chosen }: Values) => {
    const body = {
      name: tokenName.trim(),
      scopes: scopes.filter((scope) => chosen[scope]),
      expiresInDays: Number(days),
      ...(canRun && { dailyCredits: Number(dailyCredits) }),
      ...(password && { password }),
    }
    try {
      onCreated(await api('POST /api/user/tokens', { body }))
    } catch (error) {
      const { message, fields: fieldErrors } = error as ApiError
      if (fieldErrors?.password) {
        setAsksPassword(true)
        return { password: message }
      }
      notify({ title: t('The token was not created'), text: message, isFailure: true })
    }
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check, send })
  return (
    <form {...form} className="form">
      <Field
        label={t('Token name')}
        name="tokenName"
        error={errors.tokenName}
        help={t('The program that will use it.')}
        autoComplete="off"
        ref={focusOnMount}
      />
      <fieldset className="grid gap-2" aria-describedby={errors.read ? 'scope-error' : undefined}>
        <legend className="mb-1 font-semibold">{t('What it can do')}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            name={scope}
            label={scopeDescriptions[scope]}
            defaultChecked={scope === 'read'}
            onChange={scope === 'run' ? ({ target }) => setCanRun(target.checked) : undefined}
          />
        ))}
        {errors.read && (
          <p id="scope-error" className="field-error">
            <Icon name="circle-exclamation-point" className="icon-sm mt-0.5" />
            {errors.read}
          </p>
        )}
      </fieldset>
      {canRun && (
        <Field
          label={t('Credits a day')}
          name="dailyCredits"
          inputMode="numeric"
          error={errors.dailyCredits}
          help={t('The most that the token may spend from midnight to midnight UTC.')}
          defaultValue={limits.dailyCreditsDefault}
          autoComplete="off"
        />
      )}
      <Select label={t('Expires after')} name="days" defaultValue={limits.daysDefault}>
        {lifetimes.map((days) => (
          <option key={days} value={days}>
            {t('{days} days', { days })}
          </option>
        ))}
      </Select>
      {asksPassword && <CurrentPasswordField username={username} error={errors.password} autoFocus />}
      <FormActions
        label={t('Create token')}
        pendingLabel={t('Creating the token...')}
        isSending={isSending}
        onCancel={onCancel}
      />
    </form>
  )
}
