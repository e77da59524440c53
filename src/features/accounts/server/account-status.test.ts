import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { siteAccountId } from '#server/platform/actor.ts'
import { inTransaction } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createWorld, memberOf, type World } from '#test/world.ts'
import { setBanned } from './change-account-status.ts'
import { lockAccountStatus } from './lock-account-status.ts'
import { lockWriter } from './lock-user.ts'

const world: World = await createWorld()
afterAll(() => world.close())

let userCount = 0
const addUser = (role?: 'admin') => world.addUser(`status${++userCount}`, role)
const isLastAdmin = async (id: string) => (await inTransaction(world.db, (tx) => lockAccountStatus(tx, id))).isLastAdmin
const ban = (id: string, banned: boolean) =>
  inTransaction(world.db, (tx) => setBanned(tx, { kind: 'system', name: 'test' }, id, banned))

describe('the last admin', () => {
  beforeEach(() => sql`update users set role = 'user' where id <> ${siteAccountId}`.execute(world.db))

  it('doesn’t exist on a site without admins', async () => {
    expect(await isLastAdmin(await addUser())).toBe(false)
  })

  it('is the only admin who isn’t banned', async () => {
    const [first, second, member] = [await addUser('admin'), await addUser('admin'), await addUser()]
    expect([await isLastAdmin(first), await isLastAdmin(second), await isLastAdmin(member)]).toEqual([
      false,
      false,
      false,
    ])
    await ban(second, true)
    expect([await isLastAdmin(first), await isLastAdmin(second), await isLastAdmin(member)]).toEqual([
      true,
      false,
      false,
    ])
  })
})

it('a ban ends all sessions, and lifting the ban doesn’t restore them', async () => {
  const id = await addUser()
  const readUser = () => world.request('/api/user', { as: id })
  expect((await readUser()).status).toBe(200)
  await ban(id, true)
  await ban(id, false)
  expect((await readUser()).status).toBe(401)
})

it('users who are banned or deleted can’t write', async () => {
  const [member, banned] = [await addUser(), await addUser()]
  await ban(banned, true)
  const write = (id: string) => inTransaction(world.db, (tx) => lockWriter(tx, memberOf(id)))
  await expect(write(member)).resolves.toBeUndefined()
  for (const id of [banned, newId()]) await expect(write(id)).rejects.toMatchObject({ code: 'authentication_required' })
})
