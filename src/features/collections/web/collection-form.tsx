import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { GroupName } from '#features/catalogue/contract.ts'
import type { CollectionEdit } from '#features/collections/contract.ts'
import { audiences, collectionLimits as limits, type Visibility, visibilities } from '#features/collections/rules.ts'
import { ownGroupsQuery } from '#features/groups/web/group-queries.ts'
import { lineError, oneLine } from '#lib/short-text.ts'
import { t } from '#lib/texts.ts'
import { Checkbox, LabeledControl, TextArea } from '#ui/forms/form-controls.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { WrappedInput } from '#ui/forms/wrapped-input.tsx'
import { notify } from '#ui/notice.tsx'

const fields = ['title', 'description', 'visibility', 'groups'] as const

type Values = Required<CollectionEdit>

/**
 * The form for a collection's title, description and visibility. `groups`: the groups that read it now. `send` stores
 * the values. If `send` throws, errors about fields appear at those fields, and any other error as a notice.
 */
export function CollectionForm({
  initial,
  groups = [],
  label,
  pendingLabel,
  send,
}: {
  initial?: Omit<Values, 'groups'> & { featured?: boolean }
  groups?: GroupName[]
  label: string
  pendingLabel: string
  send: (values: Values, form: HTMLFormElement) => Promise<void>
}) {
  const [visibility, setVisibility] = useState<Visibility>(initial?.visibility ?? 'private')
  const [chosen, setChosen] = useState(() => groups.map(({ slug }) => slug))
  const choices = useGroupsToShareWith(groups)
  const isShared = visibility === 'shared'
  const { errors, isSending, form } = useCheckedForm({
    fields,
    check: ({ title, description }) => {
      const titleError = lineError(oneLine(title), 'title', { min: limits.titleMin, max: limits.titleMax })
      const descriptionError = lineError(oneLine(description), 'description', { min: 0, max: limits.descriptionMax })
      return {
        ...(titleError && { title: titleError }),
        ...(descriptionError && { description: descriptionError }),
        ...(isShared && chosen.length === 0 && { groups: t('Choose at least one group.') }),
      }
    },
    send: async ({ title, description }, form) => {
      try {
        await send({ title, description, visibility, groups: isShared ? chosen : [] }, form)
      } catch (error) {
        if (error instanceof ApiError && error.fields) return error.fields
        notify({ title: t('The collection was not saved'), text: (error as Error).message, isFailure: true })
      }
      return undefined
    },
  })
  return (
    <form {...form} className="form">
      <LabeledControl label={t('Title')} error={errors.title}>
        {(control) => (
          <WrappedInput {...control} name="title" defaultValue={initial?.title} autoComplete="off" dir="auto" />
        )}
      </LabeledControl>
      <TextArea
        label={t('Description')}
        name="description"
        rows={3}
        help={
          initial?.featured
            ? t('Optional. A new title or description takes the collection off the home page.')
            : t('Optional.')
        }
        defaultValue={initial?.description}
        error={errors.description}
        dir="auto"
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold">{t('Who can see it')}</legend>
        {visibilities
          .toReversed()
          .filter((kind) => kind !== 'shared' || isShared || choices.length > 0)
          .map((kind) => (
            <label key={kind} className="flex min-h-8 items-center gap-2">
              <input
                type="radio"
                name="visibility"
                value={kind}
                checked={kind === visibility}
                onChange={() => setVisibility(kind)}
                className="size-4.5 accent-ink"
              />
              {audiences[kind]}
            </label>
          ))}
        {isShared && (
          <fieldset
            name="groups"
            tabIndex={-1}
            aria-label={t('Groups')}
            className="max-h-64 overflow-y-auto border-hair border-l pl-4"
          >
            {choices.map(({ slug, name }) => (
              <Checkbox
                key={slug}
                label={
                  <span className="[overflow-wrap:anywhere]" dir="auto">
                    {name}
                  </span>
                }
                checked={chosen.includes(slug)}
                onChange={({ target }) =>
                  setChosen((before) => (target.checked ? [...before, slug] : before.filter((other) => other !== slug)))
                }
              />
            ))}
          </fieldset>
        )}
        {errors.groups && <p className="field-error">{errors.groups}</p>}
      </fieldset>
      <button type="submit" className="btn btn-primary justify-self-start" aria-disabled={isSending}>
        {isSending ? pendingLabel : label}
      </button>
    </form>
  )
}

/** The groups that the member may share a collection with, and those that read it already. */
function useGroupsToShareWith(current: GroupName[]): GroupName[] {
  const { api } = useRouteContext({ from: '__root__' })
  const { user } = useSession()
  const { data } = useQuery({ ...ownGroupsQuery(api), enabled: user?.hasGroups === true })
  const others = (data ?? []).filter(
    ({ slug, role, needsApproval }) =>
      (role === 'approver' || (role === 'writer' && !needsApproval)) && !current.some((group) => group.slug === slug),
  )
  return [...current, ...others]
}
