import { listPromptsOfAuthor } from '#features/catalogue/server/author-list-queries.ts'
import { type Api, createApi, type Platform } from '#server/platform/api.ts'
import { contributorsContract as contract } from '../contract.ts'
import { getContributorOrThrow, getCreditedOrThrow, listContributors } from './contributor-queries.ts'

/** The endpoints about people. */
export function contributorsRoutes({ db }: Platform): Api {
  const api = createApi()
  api.openapi(contract.listTopContributors, async (c) => c.json(await listContributors(db, c.req.valid('query')), 200))
  api.openapi(contract.getUser, async (c) => {
    const { id, contributor } = await getContributorOrThrow(db, c.req.valid('param').username)
    return c.json({ contributor, prompts: await listPromptsOfAuthor(db, id, c.req.valid('query')) }, 200)
  })
  api.openapi(contract.getAuthor, async (c) => {
    const { id, contributor } = await getCreditedOrThrow(db, c.req.valid('param').name)
    return c.json({ author: contributor, prompts: await listPromptsOfAuthor(db, id, c.req.valid('query')) }, 200)
  })
  return api
}
