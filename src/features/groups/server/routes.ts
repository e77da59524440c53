import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { lockActingAdmin } from '#features/accounts/server/lock-account-status.ts'
import { type Caller, type Member, requireMember, requireRole } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { groupsContract as contract } from '../contract.ts'
import { groupRateLimit } from '../rules.ts'
import { addMember } from './add-member.ts'
import { changeMember } from './change-member.ts'
import { createGroup } from './create-group.ts'
import { deleteGroup } from './delete-group.ts'
import { editGroup } from './edit-group.ts'
import { getAdminGroup, getGroup, listClaimProblems, listGroups, listMembers, listOwnGroups } from './group-queries.ts'
import { removeMember } from './remove-member.ts'

/** Creates the endpoints for groups, their members and their settings. */
export function groupsRoutes(accounts: Accounts): Api {
  const api = createApi()
  const { db, now, limits } = accounts
  const countChange = async (member: Member) => {
    await limits.take(groupRateLimit, member.id)
    return member
  }
  /** Runs a change that only admins may make. */
  const asAdmin = async <Result>(actor: Caller, change: (tx: Tx, admin: Member) => Promise<Result>) => {
    const admin = await countChange(requireRole(actor, 'admin'))
    return inTransaction(db, async (tx) => {
      await lockActingAdmin(tx, admin)
      return change(tx, admin)
    })
  }

  api.openapi(contract.listOwnGroups, async (c) =>
    c.json(await listOwnGroups(db, requireMember(c.get('actor')).id), 200),
  )
  api.openapi(contract.getGroup, async (c) =>
    c.json(await getGroup(db, requireMember(c.get('actor')), c.req.valid('param').slug), 200),
  )
  api.openapi(contract.listGroupMembers, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(await listMembers(db, member, c.req.valid('param').slug, c.req.valid('query')), 200)
  })
  api.openapi(contract.addGroupMember, async (c) => {
    const member = await countChange(requireMember(c.get('actor')))
    return c.json(await addMember(accounts, member, c.req.valid('param').slug, c.req.valid('json')), 201)
  })
  api.openapi(contract.changeGroupMember, async (c) => {
    const member = await countChange(requireMember(c.get('actor')))
    return c.json(await changeMember(db, member, c.req.valid('param'), c.req.valid('json').role), 200)
  })
  api.openapi(contract.removeGroupMember, async (c) => {
    const member = await countChange(requireMember(c.get('actor')))
    await removeMember(db, member, c.req.valid('param'))
    return c.body(null, 204)
  })

  api.openapi(contract.listGroups, async (c) => {
    requireRole(c.get('actor'), 'admin')
    return c.json(await listGroups(db, c.req.valid('query')), 200)
  })
  api.openapi(contract.createGroup, async (c) => {
    const group = c.req.valid('json')
    return c.json(await asAdmin(c.get('actor'), (tx, admin) => createGroup(tx, admin, group, now())), 201)
  })
  api.openapi(contract.readGroupSettings, async (c) => {
    requireRole(c.get('actor'), 'admin')
    return c.json(await getAdminGroup(db, c.req.valid('param').slug), 200)
  })
  api.openapi(contract.editGroup, async (c) => {
    const { slug } = c.req.valid('param')
    const edit = c.req.valid('json')
    return c.json(await asAdmin(c.get('actor'), (tx, admin) => editGroup(tx, admin, slug, edit)), 200)
  })
  api.openapi(contract.deleteGroup, async (c) => {
    await asAdmin(c.get('actor'), (tx, admin) => deleteGroup(tx, admin, c.req.valid('param').slug))
    return c.body(null, 204)
  })
  api.openapi(contract.listGroupClaimProblems, async (c) => {
    requireRole(c.get('actor'), 'admin')
    return c.json(await listClaimProblems(db), 200)
  })
  return api
}
