import { lockUser } from '#features/accounts/server/lock-user.ts'
import { findUserId } from '#features/accounts/server/user-queries.ts'
import { listStoredCategories } from '#features/catalogue/server/category-queries.ts'
import { getClaimantOrThrow, settleClaim } from '#features/claims/server/settle-claim.ts'
import type { Message } from '#features/contact/contract.ts'
import { markMessage } from '#features/contact/server/mark-message.ts'
import { getMessageOrThrow, listMessages } from '#features/contact/server/message-queries.ts'
import { clearProfile } from '#features/contributors/server/edit-profile.ts'
import type { EncodePicture } from '#features/examples/server/upload-picture.ts'
import { listAdminTools } from '#features/tools/server/admin-tool-queries.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { everything, recordContentChange } from '#platform/database/content-changes.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { moderationContract as contract } from '../contract.ts'
import type { AdminClaim, ClaimDecision } from '../people-contract.ts'
import { listAdminComments } from './admin-comment-queries.ts'
import { listAdminPrompts } from './admin-prompt-queries.ts'
import { listAudit } from './audit-queries.ts'
import { claimEmail } from './author-emails.ts'
import { withAuthors } from './author-queries.ts'
import { changePerson } from './change-person.ts'
import { getClaimOrThrow, listClaims } from './claim-queries.ts'
import { decideExample } from './decide-example.ts'
import { decideReport } from './decide-report.ts'
import { listAdminExamples } from './example-queries.ts'
import { makeResetLink } from './make-reset-link.ts'
import { addCategory, editCategory, removeCategory } from './manage-categories.ts'
import { addTool, changeToolPicture, editTool, removeTool, uploadToolPicture } from './manage-tools.ts'
import { moderateCollection } from './moderate-collection.ts'
import { moderateComment } from './moderate-comment.ts'
import { moderatePrompt } from './moderate-prompt.ts'
import type { ModerationContext } from './moderation-context.ts'
import { notifyUser } from './notify-author.ts'
import { readOverview } from './overview-queries.ts'
import { listPeople } from './person-queries.ts'
import { reportContent } from './report-content.ts'
import { authorOf, listCases } from './report-queries.ts'

/** Creates the endpoints of reports, and most of those of the admin area. */
export function moderationRoutes(context: ModerationContext): Api {
  const { db } = context
  const api = createApi()
  api.openapi(contract.reportContent, async (c) =>
    c.json(await reportContent(context, c.get('actor'), c.req.valid('json')), 201),
  )
  api.openapi(contract.readOverview, async (c) => c.json(await readOverview(context, c.get('actor')), 200))
  api.openapi(contract.listReports, async (c) =>
    c.json(
      await withAuthors(
        context,
        c.get('actor'),
        await listCases(context, c.get('actor'), c.req.valid('query')),
        authorOf,
      ),
      200,
    ),
  )
  api.openapi(contract.decideReport, async (c) =>
    c.json(await decideReport(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  api.openapi(contract.listAdminPrompts, async (c) =>
    c.json(
      await withAuthors(
        context,
        c.get('actor'),
        await listAdminPrompts(db, c.get('actor'), c.req.valid('query')),
        ({ user }) => user.username,
      ),
      200,
    ),
  )
  api.openapi(contract.moderatePrompt, async (c) =>
    c.json(await moderatePrompt(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )

  api.openapi(contract.moderateCollection, async (c) =>
    c.json(await moderateCollection(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  api.openapi(contract.listAdminComments, async (c) =>
    c.json(
      await withAuthors(
        context,
        c.get('actor'),
        await listAdminComments(db, c.get('actor'), c.req.valid('query')),
        ({ user }) => user.username,
      ),
      200,
    ),
  )
  api.openapi(contract.moderateComment, async (c) =>
    c.json(await moderateComment(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )

  api.openapi(contract.listAdminTools, async (c) => {
    requireRole(c.get('actor'), 'admin')
    return c.json(await listAdminTools(db, c.req.valid('query')), 200)
  })
  api.openapi(contract.createTool, async (c) =>
    c.json(await addTool(context, c.get('actor'), c.req.valid('json')), 201),
  )
  api.openapi(contract.changeTool, async (c) =>
    c.json(await editTool(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  api.openapi(contract.removeToolPicture, async (c) => {
    const { id, kind } = c.req.valid('param')
    return c.json(await changeToolPicture(context, c.get('actor'), { id, kind, picture: null }), 200)
  })
  api.openapi(contract.deleteTool, async (c) => {
    await removeTool(context, c.get('actor'), c.req.valid('param').id)
    return c.body(null, 204)
  })

  api.openapi(contract.listAdminCategories, async (c) => {
    requireRole(c.get('actor'), 'admin')
    return c.json(await listStoredCategories(db), 200)
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
    c.json(
      await withAuthors(
        context,
        c.get('actor'),
        await listAdminExamples(db, c.get('actor'), c.req.valid('query')),
        ({ user }) => user.username,
      ),
      200,
    ),
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

/** Clears the page cache of every process. Throws AppError authentication_required, forbidden. */
async function clearCache(db: Db, actor: Actor): Promise<void> {
  const member = requireRole(actor, 'admin')
  await inTransaction(db, async (tx) => {
    await recordContentChange(tx, [everything])
    await recordAuditEntry(tx, member, { action: 'cache.clear' })
  })
}

/**
 * Approves or declines a claim to a credited name, or revokes an approved one. Notifies and emails the member. A
 * repeated decision changes nothing. Throws AppError authentication_required, forbidden (also the moderator's own
 * claim), not_found, conflict (another member holds the name, or the member is banned or has sent a newer claim to it).
 */
async function decideClaim(
  context: ModerationContext,
  actor: Actor,
  id: string,
  { action }: ClaimDecision,
): Promise<AdminClaim> {
  const moderator = requireRole(actor, 'moderator')
  return inTransaction(context.db, async (tx) => {
    const userId = await getClaimantOrThrow(tx, id)
    if (userId === moderator.id) throw new AppError('forbidden', t('Another moderator has to decide on your claim.'))
    const person = await lockUser(tx, userId)
    if (!person || person.banned) throw new AppError('conflict', t('This member is banned. Lift the ban first.'))
    const authorId = await settleClaim(tx, id, action, context.now())
    const claim = await getClaimOrThrow(tx, id)
    // Null if the decision changed nothing.
    if (authorId === null) return claim
    const target = { kind: 'author' as const, id: authorId }
    await recordAuditEntry(tx, moderator, { action: `claim.${action}`, target, details: { member: userId } })
    const decision = { outcome: `claim-${action}` as const, subjectId: authorId, promptId: null }
    await notifyUser(context, tx, userId, decision, (username) => claimEmail(context, username, claim.name, action))
    return claim
  })
}

/**
 * Returns a page of the messages that people sent from the contact page. Throws AppError authentication_required,
 * forbidden, validation_failed (an invalid cursor).
 */
async function readMessages(db: Db, actor: Actor, options: Parameters<typeof listMessages>[1]): Promise<Page<Message>> {
  requireRole(actor, 'admin')
  return listMessages(db, options)
}

/** Marks the message with this id as done or open. Throws AppError authentication_required, forbidden, not_found. */
async function setMessageDone(
  { db, now }: ModerationContext,
  actor: Actor,
  id: string,
  { done }: { done: boolean },
): Promise<Message> {
  const member = requireRole(actor, 'admin')
  return inTransaction(db, async (tx) => {
    await markMessage(tx, member, id, done, now())
    return getMessageOrThrow(tx, id)
  })
}

/**
 * Removes a member's bio and link. A repeated call changes nothing. Throws AppError authentication_required, forbidden,
 * not_found.
 */
async function removeProfile(db: Db, actor: Actor, username: string): Promise<void> {
  const moderator = requireRole(actor, 'moderator')
  await inTransaction(db, async (tx) => {
    const userId = await findUserId(tx, username)
    if (!userId) throw notFound(t('This person'))
    await clearProfile(tx, moderator, userId)
  })
}

/** Creates the endpoint for uploads, whose body isn't JSON. Mount it before the guard that accepts only JSON. */
export function toolPictureRoutes(context: ModerationContext, encode: EncodePicture): Api {
  const api = createApi()
  api.openapi(contract.setToolPicture, async (c) => {
    const { id, kind } = c.req.valid('param')
    const length = Number(c.req.header('content-length') ?? 0)
    const upload = { id, kind, length, body: c.req.raw.body }
    return c.json(await uploadToolPicture(context, c.get('actor'), upload, encode), 200)
  })
  return api
}
