import { type Api, createApi, type Platform } from '#platform/api.ts'
import { modelsContract as contract } from '../contract.ts'
import { ownMachinePath } from '../own-machine-rules.ts'
import type { Models } from './create-models.ts'
import { fetchModelList } from './fetch-model-list.ts'
import { readModelReport } from './model-report-queries.ts'
import { ownMachinePage, ownMachinePolicy } from './own-machine-page.ts'
import { tryModel } from './try-model.ts'

/**
 * Creates the endpoints for models, and the page that asks models on a member's own machine. `shutdownSignal` is aborted when
 * the server stops, and `origin` returns this site's origin.
 */
export function modelsRoutes(
  platform: Platform,
  models: Models,
  { shutdownSignal, origin }: { shutdownSignal: AbortSignal; origin: () => string },
): Api {
  const api = createApi()
  const context = { ...platform, models, shutdownSignal }
  api.openapi(contract.listModels, async (c) =>
    c.json(c.req.valid('query').routed ? await models.listRouted() : models.list(), 200),
  )
  api.openapi(contract.readModelReport, async (c) => c.json(await readModelReport(context, c.get('actor')), 200))
  api.openapi(contract.tryModel, async (c) =>
    c.json(await tryModel(context, c.get('actor'), c.req.valid('json').model), 200),
  )
  api.openapi(contract.fetchModelList, async (c) => {
    await fetchModelList(context, c.get('actor'), c.req.valid('json').source)
    return c.json(await readModelReport(context, c.get('actor')), 200)
  })
  api.get(ownMachinePath, (c) => {
    c.header('Content-Security-Policy', ownMachinePolicy)
    return c.html(ownMachinePage(origin()))
  })
  return api
}
