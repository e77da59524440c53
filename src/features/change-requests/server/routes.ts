import { requireMember } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { streamEvents } from '#platform/work/event-stream.ts'
import { changeRequestsContract as contract } from '../contract.ts'
import { acceptChangeRequest } from './accept-change-request.ts'
import { answerChangeRequest } from './answer-change-request.ts'
import type { ChangeRequestContext } from './change-request-context.ts'
import { getRequestOrThrow, listOwnRequests, listPromptRequests } from './change-request-queries.ts'
import { listSideResults } from './request-test-queries.ts'
import { reviseChangeRequest } from './revise-change-request.ts'
import { runRequestTests } from './run-request-tests.ts'
import { sendChangeRequest } from './send-change-request.ts'
import { withdrawChangeRequest } from './withdraw-change-request.ts'

/** Creates the endpoints of suggested edits. */
export function changeRequestsRoutes(context: ChangeRequestContext): Api {
  const api = createApi()
  const { db, now } = context

  api.openapi(contract.createChangeRequest, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(await sendChangeRequest(context, member, c.req.valid('param').id, c.req.valid('json')), 201)
  })
  api.openapi(contract.listPromptChangeRequests, async (c) => {
    const member = requireMember(c.get('actor'))
    const page = { ...c.req.valid('query'), now: now() }
    return c.json(await listPromptRequests(db, member, c.req.valid('param').id, page), 200)
  })
  api.openapi(contract.listChangeRequests, async (c) => {
    const page = { ...c.req.valid('query'), now: now() }
    return c.json(await listOwnRequests(db, requireMember(c.get('actor')), page), 200)
  })
  api.openapi(contract.getChangeRequest, async (c) =>
    c.json(await getRequestOrThrow(db, requireMember(c.get('actor')), c.req.valid('param').id, now()), 200),
  )
  api.openapi(contract.reviseChangeRequest, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(await reviseChangeRequest(context, member, c.req.valid('param').id, c.req.valid('json')), 200)
  })
  api.openapi(contract.acceptChangeRequest, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(await acceptChangeRequest(context, member, c.req.valid('param').id, c.req.valid('json')), 200)
  })
  api.openapi(contract.declineChangeRequest, async (c) => {
    const member = requireMember(c.get('actor'))
    const answer = { ...c.req.valid('json'), state: 'declined' as const }
    return c.json(await answerChangeRequest(context, member, c.req.valid('param').id, answer), 200)
  })
  api.openapi(contract.askForChanges, async (c) => {
    const member = requireMember(c.get('actor'))
    const answer = { ...c.req.valid('json'), state: 'revising' as const }
    return c.json(await answerChangeRequest(context, member, c.req.valid('param').id, answer), 200)
  })
  api.openapi(contract.runRequestTests, async (c) => {
    const member = requireMember(c.get('actor'))
    const { 'idempotency-key': key } = c.req.valid('header')
    const { side, ...input } = c.req.valid('json')
    // An Idempotency-Key identifies a request together with its path, so each text (`side`) has a path of its own.
    const run = { id: c.req.valid('param').id, side, key, path: `${c.req.path}/${side}`, input }
    return streamEvents(c, context.streams, (disconnectSignal) =>
      runRequestTests(context, member, { ...run, disconnectSignal }),
    )
  })
  api.openapi(contract.listSideResults, async (c) =>
    c.json(await listSideResults(db, requireMember(c.get('actor')), c.req.valid('param').id), 200),
  )
  api.openapi(contract.withdrawChangeRequest, async (c) =>
    c.json(await withdrawChangeRequest(context, requireMember(c.get('actor')), c.req.valid('param').id), 200),
  )
  return api
}
