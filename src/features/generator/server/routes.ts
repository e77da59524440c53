import { requireMember } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { streamEvents } from '#platform/work/event-stream.ts'
import type { StreamEvent } from '#platform/work/idempotency.table.ts'
import { generatorContract as contract, type GeneratorAnswer } from '../contract.ts'
import { generatePrompt } from './generate-prompt.ts'
import { deleteGenerations, listGenerations } from './generation-queries.ts'
import type { GeneratorContext } from './generator-context.ts'

/** Creates the generator's endpoints. */
export function generatorRoutes(context: GeneratorContext): Api {
  const api = createApi()
  api.openapi(contract.generatePrompt, async (c) => {
    const member = requireMember(c.get('actor'))
    const { 'idempotency-key': key } = c.req.valid('header')
    const input = c.req.valid('json')
    const startRun = (disconnectSignal: AbortSignal) =>
      generatePrompt(context, member, { key, path: c.req.path, input, disconnectSignal })
    if (wantsJson(c.req.header('accept'))) return c.json(await collect(await startRun(c.req.raw.signal)), 200)
    return streamEvents(c, context.streams, startRun)
  })
  api.openapi(contract.listGenerations, async (c) => {
    const { id } = requireMember(c.get('actor'))
    return c.json(await listGenerations(context.db, id, { ...c.req.valid('query'), now: context.now() }), 200)
  })
  api.openapi(contract.deleteGeneration, async (c) => {
    await deleteGenerations(context.db, requireMember(c.get('actor')).id, c.req.valid('param').id)
    return c.body(null, 204)
  })
  return api
}

function wantsJson(accept = ''): boolean {
  return accept.includes('application/json') && !accept.includes('text/event-stream')
}

/** Merges the events of a stream into one response, for clients that don't read streams. */
async function collect(events: AsyncIterable<StreamEvent>): Promise<GeneratorAnswer> {
  const response: Record<string, unknown> = {}
  for await (const { event, data } of events) if (event !== 'delta') Object.assign(response, data)
  return response as GeneratorAnswer
}
