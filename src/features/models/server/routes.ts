import { type Api, createApi } from '#server/platform/api.ts'
import { modelsContract as contract } from '../contract.ts'
import type { Models } from './create-models.ts'

/** The endpoint of the models. */
export function modelsRoutes(models: Models): Api {
  const api = createApi()
  api.openapi(contract.listModels, (c) => c.json(models.list(), 200))
  return api
}
