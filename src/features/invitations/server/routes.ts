import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { lockActingAdmin } from '#features/accounts/server/lock-account-status.ts'
import { originOfRequest } from '#features/accounts/server/sessions/request-origin.ts'
import { requireRole } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { inTransaction } from '#platform/database/db.ts'
import type { LimitRule } from '#platform/limits.ts'
import { invitationsContract as contract } from '../contract.ts'
import { invitationPath } from '../rules.ts'
import { createInvitation } from './create-invitation.ts'
import { listInvitations } from './invitation-queries.ts'
import { revokeInvitation } from './revoke-invitation.ts'

/** How many invitations an admin may create or revoke in an hour. */
const changesPerAdmin: LimitRule = { name: 'invitations', points: 120, seconds: 3600 }

/** Creates the endpoints for invitations. */
export function invitationsRoutes(accounts: Accounts): Api {
  const api = createApi()
  const { db, now, limits } = accounts
  api.openapi(contract.listInvitations, async (c) => {
    requireRole(c.get('actor'), 'admin')
    return c.json(await listInvitations(db, now()), 200)
  })
  api.openapi(contract.createInvitation, async (c) => {
    const admin = requireRole(c.get('actor'), 'admin')
    await limits.take(changesPerAdmin, admin.id)
    const draft = c.req.valid('json')
    const { invitation, token } = await inTransaction(db, async (tx) => {
      await lockActingAdmin(tx, admin)
      return createInvitation(tx, admin, draft, now())
    })
    return c.json({ ...invitation, url: originOfRequest(accounts, c) + invitationPath(token) }, 201)
  })
  api.openapi(contract.revokeInvitation, async (c) => {
    const admin = requireRole(c.get('actor'), 'admin')
    await limits.take(changesPerAdmin, admin.id)
    await inTransaction(db, (tx) => revokeInvitation(tx, admin, c.req.valid('param').id, now()))
    return c.body(null, 204)
  })
  return api
}
