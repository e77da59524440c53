import { type GroupRole, type GroupViewer, groupMessages, rolesToGive } from '#features/groups/rules.ts'
import { t, translate } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/form-controls.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
import { roleNames } from './role-names.ts'
import { useChangeGroups } from './use-change-groups.ts'

const fields = ['person', 'role'] as const

/** The form that adds a person to a group. */
export function AddMemberForm({ slug, viewer }: { slug: string; viewer: GroupViewer }) {
  const change = useChangeGroups()
  const { errors, isSending, form } = useCheckedForm({
    fields,
    check: ({ person }) => (person.trim() === '' ? { person: groupMessages.personMissing } : {}),
    send: async ({ person, role }, element) => {
      const body = { person: person.trim(), role: role as GroupRole }
      const request = { params: { slug }, body }
      const refusal = await change((api) => api('POST /api/groups/{slug}/members', request), t('Nobody was added'))
      if (refusal) return refusal
      notify({ title: t('Added'), text: body.person })
      element.reset()
      return undefined
    },
  })
  return (
    <form {...form} className="mb-5 flex flex-wrap items-start gap-3">
      <div className="min-w-0 flex-1 basis-60 sm:max-w-80">
        <Field
          label={t('Add a person')}
          name="person"
          error={errors.person}
          help={viewer.isAdmin ? t('A username, or a confirmed email address.') : t('A username.')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <div className="basis-36">
        <Select label={t('Role')} name="role" error={errors.role}>
          {rolesToGive(viewer).map((role) => (
            <option key={role} value={role}>
              {translate(roleNames[role])}
            </option>
          ))}
        </Select>
      </div>
      <button type="submit" className="btn mt-7.5 min-h-11" aria-disabled={isSending}>
        {isSending ? t('Adding...') : t('Add')}
      </button>
    </form>
  )
}
