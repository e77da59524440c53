import { requireMember } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { examplesContract as contract } from '../contract.ts'
import { addExample } from './add-example.ts'
import { deleteExample } from './delete-examples.ts'
import { listExamples, listOwnExamples, listUserExamples } from './example-queries.ts'
import type { ExamplesContext } from './examples-context.ts'

/** Creates the endpoints for examples. The endpoints for picture files are in picture-routes.ts. */
export function examplesRoutes(context: ExamplesContext): Api {
  const api = createApi()
  // `isOpen`: whether the setting EXAMPLES allows examples.
  const { db, isOpen } = context
  api.openapi(contract.listExamples, async (c) => {
    const page = await listExamples(db, c.get('actor'), c.req.valid('param').id, c.req.valid('query'))
    return c.json(isOpen ? { ...page, isOpen } : { items: [], nextCursor: null, total: 0, isOpen }, 200)
  })
  api.openapi(contract.listUserExamples, async (c) => {
    const page = await listUserExamples(db, c.req.valid('param').username, c.req.valid('query'))
    return c.json(isOpen ? page : { items: [], nextCursor: null, total: 0 }, 200)
  })
  api.openapi(contract.listOwnExamples, async (c) =>
    c.json(await listOwnExamples(db, requireMember(c.get('actor')), c.req.valid('query')), 200),
  )
  api.openapi(contract.addExample, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(await addExample(context, member, c.req.valid('param').id, c.req.valid('json')), 201)
  })
  api.openapi(contract.deleteExample, async (c) => {
    await deleteExample(context, requireMember(c.get('actor')), c.req.valid('param').id)
    return c.body(null, 204)
  })
  return api
}
