import type { Person } from '#features/moderation/contract.ts'
import type { Input } from '#web/endpoints.ts'
import { useAdminAct } from './use-admin-act.ts'

export type PersonEdit = Input<'PATCH /api/admin/users/{id}'>['body']

/** Changes a user's role or ban. */
export function useChangePerson() {
  const act = useAdminAct()
  return ({ id }: Pick<Person, 'id'>, body: PersonEdit) =>
    act((api) => api('PATCH /api/admin/users/{id}', { params: { id }, body }), 'Nothing was changed')
}
