import { t } from '#lib/texts.ts'
import { type Api, createApi } from '#platform/api.ts'
import { notFound } from '#platform/errors.ts'
import { referenceContract as contract, type Reference } from '../contract.ts'
import { type ApiDocument, type DescribedReference, describeReference } from './describe-reference.ts'

/**
 * Creates the endpoints of the API's reference. `describe` returns the OpenAPI document. The first request describes it
 * for all requests, since it is complete only when all routes exist. `limits`: the rate limits that are worth knowing.
 */
export function referenceRoutes(describe: () => ApiDocument, limits: Reference['limits']): Api {
  const api = createApi()
  let described: DescribedReference | undefined
  const read = () => {
    described ??= describeReference(describe(), limits)
    return described
  }
  api.openapi(contract.getReference, (c) => c.json(read().index, 200))
  api.openapi(contract.getReferenceSubject, (c) => {
    const subject = read().subjects.get(c.req.valid('param').subject)
    if (!subject) throw notFound(t('This subject'))
    return c.json(subject, 200)
  })
  return api
}
