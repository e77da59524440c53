import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { type GroupRole, groupRoles } from '../rules.ts'
import { type GroupRight, groupsOf, hasGroupRight } from './group-membership.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

async function addGroup(name: string): Promise<string> {
  const id = newId()
  await testSite.db.insertInto('groups').values({ id, slug: name, name, createdAt: new Date() }).execute()
  return id
}

async function addMember(groupId: string, username: string, role: GroupRole): Promise<string> {
  const { id: userId } = await signUp(testSite, username)
  const member = { groupId, userId, role, source: 'admin', createdAt: new Date() } as const
  await testSite.db.insertInto('groupMembers').values(member).execute()
  return userId
}

async function listGroups(userId: string, right: GroupRight): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`select ${groupsOf(userId, right)} as ids`.execute(testSite.db)
  return rows[0]?.ids ?? []
}

describe('the rights of a member of a group', () => {
  it('are those of their role, in that group only', async () => {
    const groupId = await addGroup('sales')
    const other = await addGroup('legal')
    const expected: Record<GroupRole, GroupRight[]> = {
      reader: ['read'],
      writer: ['read', 'write'],
      approver: ['read', 'write', 'approve'],
    }
    for (const role of groupRoles) {
      const userId = await addMember(groupId, `a-${role}`, role)
      for (const right of ['read', 'write', 'approve'] as const) {
        const may = expected[role].includes(right)
        expect(await hasGroupRight(testSite.db, userId, groupId, right), `${role} ${right}`).toBe(may)
        expect(await listGroups(userId, right), `${role} ${right}`).toEqual(may ? [groupId] : [])
        expect(await hasGroupRight(testSite.db, userId, other, right)).toBe(false)
      }
    }
  })

  it('rest during a ban', async () => {
    const groupId = await addGroup('banned')
    const userId = await addMember(groupId, 'Banned', 'approver')
    await testSite.db.updateTable('users').set({ banned: true }).where('id', '=', userId).execute()
    expect(await hasGroupRight(testSite.db, userId, groupId, 'read')).toBe(false)
    expect(await listGroups(userId, 'read')).toEqual([])
  })
})
