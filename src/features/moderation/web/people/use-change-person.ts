import type { Input } from '#client/endpoints.ts'
import type { Person } from '#features/moderation/people-contract.ts'
import { t } from '#lib/texts.ts'
import { useAdminRequest } from '../use-admin-request.ts'

export type PersonEdit = Input<'PATCH /api/admin/users/{id}'>['body']

/**
 * Returns a function that changes a user's role, bans them or lifts their ban. It returns null on success, otherwise
 * the errors by form field.
 */
export function useChangePerson() {
  const request = useAdminRequest()
  return ({ id }: Pick<Person, 'id'>, body: PersonEdit) =>
    request((api) => api('PATCH /api/admin/users/{id}', { params: { id }, body }), t('Nothing was changed'))
}
