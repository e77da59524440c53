import { useState } from 'react'
import type { GroupMember } from '#features/groups/contract.ts'
import { type GroupRole, type GroupViewer, rolesToGive } from '#features/groups/rules.ts'
import { t, translate } from '#lib/texts.ts'
import { Select } from '#ui/forms/form-controls.tsx'
import { FormDialog } from '#ui/forms/form-dialog.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
import { roleNames, rolesHelp } from './role-names.ts'
import { useChangeGroups } from './use-change-groups.ts'

type Props = { slug: string; viewer: GroupViewer; member: GroupMember; onClose: () => void }

/** Changes a member's role, or removes them from the group. */
export function MemberDialog({ slug, viewer, member: { username, role, source }, onClose }: Props) {
  const change = useChangeGroups()
  const [isRemoving, setRemoving] = useState(false)
  const params = { slug, username }
  const { errors, isSending, form } = useCheckedForm({
    fields: ['role'] as const,
    check: () => ({}),
    send: async (values) => {
      const body = { role: values.role as GroupRole }
      const refusal = await change(
        (api) =>
          isRemoving
            ? api('DELETE /api/groups/{slug}/members/{username}', { params })
            : api('PATCH /api/groups/{slug}/members/{username}', { params, body }),
        isRemoving ? t('Nobody was removed') : t('The role was not changed'),
      )
      if (!refusal) notify({ title: isRemoving ? t('Removed') : t('Role changed'), text: username })
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      title={isRemoving ? t('Remove {username}?', { username }) : t('Role of {username}', { username })}
      submitLabel={isRemoving ? t('Remove') : t('Save')}
      destructive={isRemoving}
      isSending={isSending}
      form={form}
      onClose={onClose}
    >
      {isRemoving ? (
        <p className="text-ink-2">
          {t('They no longer see what only this group sees. What they added stays.')}
          {source === 'claim' &&
            ` ${t('Single sign-on adds them again the next time, unless they leave the group there too.')}`}
        </p>
      ) : (
        <>
          <Select label={t('Role')} name="role" defaultValue={role} error={errors.role} help={translate(rolesHelp)}>
            {rolesToGive(viewer).map((each) => (
              <option key={each} value={each}>
                {translate(roleNames[each])}
              </option>
            ))}
          </Select>
          <button type="button" className="link justify-self-start text-bad" onClick={() => setRemoving(true)}>
            {t('Remove from the group')}
          </button>
        </>
      )}
    </FormDialog>
  )
}
