import { lockWriter } from '#features/accounts/server/lock-user.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { linkTranslation, unlinkTranslation } from '#features/catalogue/server/link-prompts.ts'
import { getPromptOrThrow, readPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { changesPerMember } from '#features/writing/server/writing-limits.ts'
import { type Actor, requireMember } from '#platform/actor.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { inTransaction } from '#platform/database/db.ts'
import { translationsContract as contract } from '../contract.ts'
import { promptNameIn } from '../rules.ts'

type Context = Pick<Platform, 'db' | 'limits'>

/** Creates the endpoints that link the translations of a prompt. */
export function translationsRoutes(context: Context): Api {
  const api = createApi()
  api.openapi(contract.linkTranslation, async (c) =>
    c.json(await link(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json').of), 200),
  )
  api.openapi(contract.unlinkTranslation, async (c) => {
    await unlink(context, c.get('actor'), c.req.valid('param').id)
    return c.body(null, 204)
  })
  return api
}

/** Like `linkTranslation`, but takes an address too, also a former one. Throws AppError authentication_required, rate_limited too. */
async function link({ db, limits }: Context, actor: Actor, idOrSlug: string, of: string): Promise<Prompt> {
  const member = requireMember(actor)
  await limits.take(changesPerMember, member.id)
  const found = await readPromptOrThrow(db, member, promptNameIn(of))
  const other = 'movedTo' in found ? found.movedTo : found.prompt.id
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    return getPromptOrThrow(tx, member, await linkTranslation(tx, member, { prompt: idOrSlug, of: other }))
  })
}

async function unlink({ db, limits }: Context, actor: Actor, idOrSlug: string): Promise<void> {
  const member = requireMember(actor)
  await limits.take(changesPerMember, member.id)
  await inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    await unlinkTranslation(tx, member, idOrSlug)
  })
}
