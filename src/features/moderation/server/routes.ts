import { listCategories } from '#features/catalogue/server/category-queries.ts'
import { listTools } from '#features/tools/server/tool-queries.ts'
import { findTools } from '#features/tools/server/tool-search-queries.ts'
import { requireRole } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { moderationContract as contract } from '../contract.ts'
import { listAdminComments } from './admin-comment-queries.ts'
import { listAdminPrompts } from './admin-prompt-queries.ts'
import { listAudit } from './audit-queries.ts'
import { changePerson } from './change-person.ts'
import { listClaims } from './claim-queries.ts'
import { clearCache } from './clear-cache.ts'
import { decideClaim } from './decide-claim.ts'
import { decideExample } from './decide-example.ts'
import { decideReport } from './decide-report.ts'
import { listAdminExamples } from './example-queries.ts'
import { makeResetLink } from './make-reset-link.ts'
import { addCategory, editCategory, removeCategory } from './manage-categories.ts'
import { readMessages, setMessageDone } from './manage-messages.ts'
import { addTool, editTool, removeTool } from './manage-tools.ts'
import { moderateCollection } from './moderate-collection.ts'
import { moderateComment } from './moderate-comment.ts'
import { moderatePrompt } from './moderate-prompt.ts'
import type { ModerationContext } from './moderation-context.ts'
import { readOverview } from './overview-queries.ts'
import { listPeople } from './person-queries.ts'
import { removeProfile } from './remove-profile.ts'
import { reportContent } from './report-content.ts'
import { listCases } from './report-queries.ts'

/** Creates the endpoints of reports, and most of those of the admin area. */
export function moderationRoutes(context: ModerationContext): Api {
  const { db } = context
  const api = createApi()
  api.openapi(contract.reportContent, async (c) =>
    c.json(await reportContent(context, c.get('actor'), c.req.valid('json')), 201),
  )
  api.openapi(contract.readOverview, async (c) => c.json(await readOverview(context, c.get('actor')), 200))
  api.openapi(contract.listReports, async (c) =>
    c.json(await listCases(context, c.get('actor'), c.req.valid('query')), 200),
  )
  api.openapi(contract.decideReport, async (c) =>
    c.json(await decideReport(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  api.openapi(contract.listAdminPrompts, async (c) =>
    c.json(await listAdminPrompts(db, c.get('actor'), c.req.valid('query')), 200),
  )
  api.openapi(contract.moderatePrompt, async (c) =>
    c.json(await moderatePrompt(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )

  api.openapi(contract.moderateCollection, async (c) =>
    c.json(await moderateCollection(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  api.openapi(contract.listAdminComments, async (c) =>
    c.json(await listAdminComments(db, c.get('actor'), c.req.valid('query')), 200),
  )
  api.openapi(contract.moderateComment, async (c) =>
    c.json(await moderateComment(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )

  api.openapi(contract.listAdminTools, async (c) => {
    requireRole(c.get('actor'), 'admin')
    const { q, ...page } = c.req.valid('query')
    const term = q?.trim()
    return c.json(term ? await findTools(db, { term, filter: {}, ...page }) : await listTools(db, {}, page), 200)
  })
  api.openapi(contract.createTool, async (c) =>
    c.json(await addTool(context, c.get('actor'), c.req.valid('json')), 201),
  )
  api.openapi(contract.changeTool, async (c) =>
    c.json(await editTool(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  api.openapi(contract.deleteTool, async (c) => {
    await removeTool(context, c.get('actor'), c.req.valid('param').id)
    return c.body(null, 204)
  })

  api.openapi(contract.listAdminCategories, async (c) => {
    requireRole(c.get('actor'), 'admin')
    return c.json(await listCategories(db), 200)
  })
  api.openapi(contract.createCategory, async (c) =>
    c.json(await addCategory(db, c.get('actor'), c.req.valid('json')), 201),
  )
  api.openapi(contract.changeCategory, async (c) =>
    c.json(await editCategory(db, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  api.openapi(contract.deleteCategory, async (c) => {
    await removeCategory(db, c.get('actor'), c.req.valid('param').id)
    return c.body(null, 204)
  })

  api.openapi(contract.listPeople, async (c) => c.json(await listPeople(db, c.get('actor'), c.req.valid('query')), 200))
  api.openapi(contract.changePerson, async (c) =>
    c.json(await changePerson(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  api.openapi(contract.listClaims, async (c) => c.json(await listClaims(db, c.get('actor'), c.req.valid('query')), 200))
  api.openapi(contract.decideClaim, async (c) =>
    c.json(await decideClaim(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  api.openapi(contract.listAdminExamples, async (c) =>
    c.json(await listAdminExamples(db, c.get('actor'), c.req.valid('query')), 200),
  )
  api.openapi(contract.decideExample, async (c) =>
    c.json(await decideExample(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  api.openapi(contract.removeProfile, async (c) => {
    await removeProfile(db, c.get('actor'), c.req.valid('param').username)
    return c.body(null, 204)
  })
  api.openapi(contract.listMessages, async (c) =>
    c.json(await readMessages(db, c.get('actor'), c.req.valid('query')), 200),
  )
  api.openapi(contract.makeResetLink, async (c) =>
    c.json(await makeResetLink(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 201),
  )
  api.openapi(contract.markMessage, async (c) =>
    c.json(await setMessageDone(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  api.openapi(contract.listAudit, async (c) => c.json(await listAudit(db, c.get('actor'), c.req.valid('query')), 200))
  api.openapi(contract.clearCache, async (c) => {
    await clearCache(db, c.get('actor'))
    return c.body(null, 204)
  })
  return api
}
