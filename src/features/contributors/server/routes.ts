import { requireMember } from '#platform/actor.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { contributorsContract as contract } from '../contract.ts'
import { listPromptsOfAuthor } from './author-list-queries.ts'
import {
  getContributorOrThrow,
  getCreditedAuthorOrThrow,
  listClaimedNames,
  listContributors,
} from './contributor-queries.ts'
import { editProfile } from './edit-profile.ts'
import { listPinned, readProfile, readPublicProfile } from './profile-queries.ts'

/** Creates the endpoints about people. */
export function contributorsRoutes(platform: Platform): Api {
  const { db } = platform
  const api = createApi()
  api.openapi(contract.listTopContributors, async (c) => c.json(await listContributors(db, c.req.valid('query')), 200))
  api.openapi(contract.getUser, async (c) => {
    const { id, contributor } = await getContributorOrThrow(db, c.req.valid('param').username)
    const [profile, pinned, credits, prompts] = await Promise.all([
      readPublicProfile(db, id),
      listPinned(db, id),
      listClaimedNames(db, id),
      listPromptsOfAuthor(db, id, c.req.valid('query')),
    ])
    return c.json({ contributor, profile, pinned, credits, prompts }, 200)
  })
  api.openapi(contract.getProfile, async (c) => c.json(await readProfile(db, requireMember(c.get('actor')).id), 200))
  api.openapi(contract.editProfile, async (c) =>
    c.json(await editProfile(platform, requireMember(c.get('actor')), c.req.valid('json')), 200),
  )
  api.openapi(contract.getAuthor, async (c) => {
    const { id, contributor } = await getCreditedAuthorOrThrow(db, c.req.valid('param').name)
    return c.json({ author: contributor, prompts: await listPromptsOfAuthor(db, id, c.req.valid('query')) }, 200)
  })
  return api
}
