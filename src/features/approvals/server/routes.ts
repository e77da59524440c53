import { requireMember } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { approvalsContract as contract } from '../contract.ts'
import { changeOwner, confirmReview, retirePrompt } from './answer-review.ts'
import type { ApprovalContext } from './approval-context.ts'
import { getApprovalOrThrow, listApprovals } from './approval-queries.ts'
import { commentOnApproval } from './comment-approval.ts'
import { approve, returnApproval } from './decide-approval.ts'
import { getOversight, listDueReviews, listOverdueReviews } from './review-queries.ts'
import { reviseApproval } from './revise-approval.ts'
import { sendForApproval } from './send-approval.ts'
import { withdrawApproval } from './withdraw-approval.ts'

/** Creates the endpoints for what waits for an approver, and for who answers for a group's prompts. */
export function approvalsRoutes(context: ApprovalContext): Api {
  const api = createApi()
  const { db, now } = context

  api.openapi(contract.sendForApproval, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(await sendForApproval(context, member, c.req.valid('param').id, c.req.valid('json')), 201)
  })
  api.openapi(contract.listApprovals, async (c) =>
    c.json(await listApprovals(db, requireMember(c.get('actor')), c.req.valid('query')), 200),
  )
  api.openapi(contract.getApproval, async (c) =>
    c.json(await getApprovalOrThrow(db, requireMember(c.get('actor')), c.req.valid('param').id), 200),
  )
  api.openapi(contract.reviseApproval, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(await reviseApproval(context, member, c.req.valid('param').id, c.req.valid('json')), 200)
  })
  api.openapi(contract.withdrawApproval, async (c) =>
    c.json(await withdrawApproval(context, requireMember(c.get('actor')), c.req.valid('param').id), 200),
  )
  api.openapi(contract.approve, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(await approve(context, member, c.req.valid('param').id, c.req.valid('json')), 200)
  })
  api.openapi(contract.returnApproval, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(await returnApproval(context, member, c.req.valid('param').id, c.req.valid('json')), 200)
  })
  api.openapi(contract.commentOnApproval, async (c) => {
    const member = requireMember(c.get('actor'))
    const { body } = c.req.valid('json')
    return c.json(await commentOnApproval(context, member, c.req.valid('param').id, body), 201)
  })
  api.openapi(contract.getOversight, async (c) =>
    c.json(await getOversight(db, requireMember(c.get('actor')), c.req.valid('param').id, now()), 200),
  )
  api.openapi(contract.changeOwner, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(await changeOwner(context, member, c.req.valid('param').id, c.req.valid('json').owner), 200)
  })
  api.openapi(contract.confirmReview, async (c) =>
    c.json(await confirmReview(context, requireMember(c.get('actor')), c.req.valid('param').id), 200),
  )
  api.openapi(contract.retirePrompt, async (c) =>
    c.json(await retirePrompt(context, requireMember(c.get('actor')), c.req.valid('param').id), 200),
  )
  api.openapi(contract.listDueReviews, async (c) =>
    c.json(await listDueReviews(db, requireMember(c.get('actor')), { ...c.req.valid('query'), now: now() }), 200),
  )
  api.openapi(contract.listOverdueReviews, async (c) => {
    const member = requireMember(c.get('actor'))
    const page = { ...c.req.valid('query'), now: now() }
    return c.json(await listOverdueReviews(db, member, c.req.valid('param').slug, page), 200)
  })
  return api
}
