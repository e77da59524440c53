import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isNotFoundError } from '#client/not-found.ts'
import type { User } from '#features/accounts/contract.ts'
import { t } from '#lib/texts.ts'
import { ConfirmDialog } from '#ui/forms/confirm-dialog.tsx'
import { Section } from '#ui/layout/section.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { GroupForm } from './group-form.tsx'
import { GroupMembers } from './group-members.tsx'
import { adminGroupQuery } from './group-queries.ts'
import { useChangeGroups } from './use-change-groups.ts'

/** The page where admins change a group, its members included, or delete it. */
export function AdminGroupPage({ slug, user, missing }: { slug: string; user: User; missing: ReactNode }) {
  const { api } = useRouteContext({ from: '__root__' })
  const change = useChangeGroups()
  const [isDeleting, setDeleting] = useState(false)
  const { data: group, error, refetch } = useQuery(adminGroupQuery(api, slug))
  if (isNotFoundError(error)) return missing
  if (error && !group)
    return <LoadFailure title={t('The group could not be loaded')} error={error} onRetry={() => refetch()} />
  if (!group) return <div className="min-h-160" aria-busy="true" />
  return (
    <>
      <p className="mb-5 flex flex-wrap gap-x-5">
        <Link to="/admin/groups" className="link">
          {t('All groups')}
        </Link>
        <Link to="/group/$slug" params={{ slug }} className="link">
          {t('The group’s page')}
        </Link>
      </p>
      <Section title={group.name}>
        <GroupForm
          key={JSON.stringify(group)}
          group={group}
          submitLabel={t('Save')}
          onSend={async (body) => {
            const request = { params: { slug }, body }
            const refusal = await change(
              (send) => send('PATCH /api/admin/groups/{slug}', request),
              t('Nothing was saved'),
            )
            if (!refusal) notify({ title: t('Saved'), text: body.name })
            return refusal
          }}
        />
      </Section>
      <GroupMembers slug={slug} viewer={{ isAdmin: true, role: null }} ownName={user.username} />
      <button type="button" className="btn btn-bad mt-10" onClick={() => setDeleting(true)}>
        {t('Delete group')}
      </button>
      {isDeleting && <DeleteGroupDialog slug={slug} name={group.name} onClose={() => setDeleting(false)} />}
    </>
  )
}

function DeleteGroupDialog({ slug, name, onClose }: { slug: string; name: string; onClose: () => void }) {
  const change = useChangeGroups()
  const navigate = useNavigate()
  const deleteGroup = async () => {
    await change(async (api) => {
      await api('DELETE /api/admin/groups/{slug}', { params: { slug } })
      notify({ title: t('Deleted'), text: name })
      await navigate({ to: '/admin/groups' })
    }, t('The group was not deleted'))
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name })}
      lead={t('Its memberships end. A group in which there are still prompts or collections can’t be deleted.')}
      submitLabel={t('Delete')}
      onConfirm={deleteGroup}
      onClose={onClose}
    />
  )
}
